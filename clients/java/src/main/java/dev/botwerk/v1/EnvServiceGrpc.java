package dev.botwerk.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Steps many matches of one game together, for learning in languages without bindings.
 * An environment has a number of lanes, each of which plays one match after another. It is kept in memory, and
 * closed when it has not been used for `env_idle_secs`, or the server ends.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class EnvServiceGrpc {

  private EnvServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "botwerk.v1.EnvService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.CreateEnvRequest,
      dev.botwerk.v1.CreateEnvResponse> getCreateEnvMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "CreateEnv",
      requestType = dev.botwerk.v1.CreateEnvRequest.class,
      responseType = dev.botwerk.v1.CreateEnvResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.CreateEnvRequest,
      dev.botwerk.v1.CreateEnvResponse> getCreateEnvMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.CreateEnvRequest, dev.botwerk.v1.CreateEnvResponse> getCreateEnvMethod;
    if ((getCreateEnvMethod = EnvServiceGrpc.getCreateEnvMethod) == null) {
      synchronized (EnvServiceGrpc.class) {
        if ((getCreateEnvMethod = EnvServiceGrpc.getCreateEnvMethod) == null) {
          EnvServiceGrpc.getCreateEnvMethod = getCreateEnvMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.CreateEnvRequest, dev.botwerk.v1.CreateEnvResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "CreateEnv"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.CreateEnvRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.CreateEnvResponse.getDefaultInstance()))
              .setSchemaDescriptor(new EnvServiceMethodDescriptorSupplier("CreateEnv"))
              .build();
        }
      }
    }
    return getCreateEnvMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.StepBatchRequest,
      dev.botwerk.v1.StepBatchResponse> getStepBatchMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "StepBatch",
      requestType = dev.botwerk.v1.StepBatchRequest.class,
      responseType = dev.botwerk.v1.StepBatchResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.StepBatchRequest,
      dev.botwerk.v1.StepBatchResponse> getStepBatchMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.StepBatchRequest, dev.botwerk.v1.StepBatchResponse> getStepBatchMethod;
    if ((getStepBatchMethod = EnvServiceGrpc.getStepBatchMethod) == null) {
      synchronized (EnvServiceGrpc.class) {
        if ((getStepBatchMethod = EnvServiceGrpc.getStepBatchMethod) == null) {
          EnvServiceGrpc.getStepBatchMethod = getStepBatchMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.StepBatchRequest, dev.botwerk.v1.StepBatchResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "StepBatch"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.StepBatchRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.StepBatchResponse.getDefaultInstance()))
              .setSchemaDescriptor(new EnvServiceMethodDescriptorSupplier("StepBatch"))
              .build();
        }
      }
    }
    return getStepBatchMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.StepRequest,
      dev.botwerk.v1.StepResponse> getStepMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Step",
      requestType = dev.botwerk.v1.StepRequest.class,
      responseType = dev.botwerk.v1.StepResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.BIDI_STREAMING)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.StepRequest,
      dev.botwerk.v1.StepResponse> getStepMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.StepRequest, dev.botwerk.v1.StepResponse> getStepMethod;
    if ((getStepMethod = EnvServiceGrpc.getStepMethod) == null) {
      synchronized (EnvServiceGrpc.class) {
        if ((getStepMethod = EnvServiceGrpc.getStepMethod) == null) {
          EnvServiceGrpc.getStepMethod = getStepMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.StepRequest, dev.botwerk.v1.StepResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.BIDI_STREAMING)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Step"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.StepRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.StepResponse.getDefaultInstance()))
              .setSchemaDescriptor(new EnvServiceMethodDescriptorSupplier("Step"))
              .build();
        }
      }
    }
    return getStepMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.SaveLanesRequest,
      dev.botwerk.v1.SaveLanesResponse> getSaveLanesMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "SaveLanes",
      requestType = dev.botwerk.v1.SaveLanesRequest.class,
      responseType = dev.botwerk.v1.SaveLanesResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.SaveLanesRequest,
      dev.botwerk.v1.SaveLanesResponse> getSaveLanesMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.SaveLanesRequest, dev.botwerk.v1.SaveLanesResponse> getSaveLanesMethod;
    if ((getSaveLanesMethod = EnvServiceGrpc.getSaveLanesMethod) == null) {
      synchronized (EnvServiceGrpc.class) {
        if ((getSaveLanesMethod = EnvServiceGrpc.getSaveLanesMethod) == null) {
          EnvServiceGrpc.getSaveLanesMethod = getSaveLanesMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.SaveLanesRequest, dev.botwerk.v1.SaveLanesResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "SaveLanes"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.SaveLanesRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.SaveLanesResponse.getDefaultInstance()))
              .setSchemaDescriptor(new EnvServiceMethodDescriptorSupplier("SaveLanes"))
              .build();
        }
      }
    }
    return getSaveLanesMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.LoadLanesRequest,
      dev.botwerk.v1.LoadLanesResponse> getLoadLanesMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "LoadLanes",
      requestType = dev.botwerk.v1.LoadLanesRequest.class,
      responseType = dev.botwerk.v1.LoadLanesResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.LoadLanesRequest,
      dev.botwerk.v1.LoadLanesResponse> getLoadLanesMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.LoadLanesRequest, dev.botwerk.v1.LoadLanesResponse> getLoadLanesMethod;
    if ((getLoadLanesMethod = EnvServiceGrpc.getLoadLanesMethod) == null) {
      synchronized (EnvServiceGrpc.class) {
        if ((getLoadLanesMethod = EnvServiceGrpc.getLoadLanesMethod) == null) {
          EnvServiceGrpc.getLoadLanesMethod = getLoadLanesMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.LoadLanesRequest, dev.botwerk.v1.LoadLanesResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "LoadLanes"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.LoadLanesRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.LoadLanesResponse.getDefaultInstance()))
              .setSchemaDescriptor(new EnvServiceMethodDescriptorSupplier("LoadLanes"))
              .build();
        }
      }
    }
    return getLoadLanesMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.CloseEnvRequest,
      dev.botwerk.v1.CloseEnvResponse> getCloseEnvMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "CloseEnv",
      requestType = dev.botwerk.v1.CloseEnvRequest.class,
      responseType = dev.botwerk.v1.CloseEnvResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.CloseEnvRequest,
      dev.botwerk.v1.CloseEnvResponse> getCloseEnvMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.CloseEnvRequest, dev.botwerk.v1.CloseEnvResponse> getCloseEnvMethod;
    if ((getCloseEnvMethod = EnvServiceGrpc.getCloseEnvMethod) == null) {
      synchronized (EnvServiceGrpc.class) {
        if ((getCloseEnvMethod = EnvServiceGrpc.getCloseEnvMethod) == null) {
          EnvServiceGrpc.getCloseEnvMethod = getCloseEnvMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.CloseEnvRequest, dev.botwerk.v1.CloseEnvResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "CloseEnv"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.CloseEnvRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.CloseEnvResponse.getDefaultInstance()))
              .setSchemaDescriptor(new EnvServiceMethodDescriptorSupplier("CloseEnv"))
              .build();
        }
      }
    }
    return getCloseEnvMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static EnvServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<EnvServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<EnvServiceStub>() {
        @java.lang.Override
        public EnvServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new EnvServiceStub(channel, callOptions);
        }
      };
    return EnvServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static EnvServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<EnvServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<EnvServiceBlockingV2Stub>() {
        @java.lang.Override
        public EnvServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new EnvServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return EnvServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static EnvServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<EnvServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<EnvServiceBlockingStub>() {
        @java.lang.Override
        public EnvServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new EnvServiceBlockingStub(channel, callOptions);
        }
      };
    return EnvServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static EnvServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<EnvServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<EnvServiceFutureStub>() {
        @java.lang.Override
        public EnvServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new EnvServiceFutureStub(channel, callOptions);
        }
      };
    return EnvServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Steps many matches of one game together, for learning in languages without bindings.
   * An environment has a number of lanes, each of which plays one match after another. It is kept in memory, and
   * closed when it has not been used for `env_idle_secs`, or the server ends.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Creates an environment whose lanes are at the start of their first episodes. Requires the server's
     * admin token if one is configured.
     * </pre>
     */
    default void createEnv(dev.botwerk.v1.CreateEnvRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.CreateEnvResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getCreateEnvMethod(), responseObserver);
    }

    /**
     * <pre>
     * Steps or resets all lanes with one call.
     * </pre>
     */
    default void stepBatch(dev.botwerk.v1.StepBatchRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.StepBatchResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getStepBatchMethod(), responseObserver);
    }

    /**
     * <pre>
     * Steps or resets all lanes with messages of a stream: one response for each request, in order.
     * </pre>
     */
    default io.grpc.stub.StreamObserver<dev.botwerk.v1.StepRequest> step(
        io.grpc.stub.StreamObserver<dev.botwerk.v1.StepResponse> responseObserver) {
      return io.grpc.stub.ServerCalls.asyncUnimplementedStreamingCall(getStepMethod(), responseObserver);
    }

    /**
     * <pre>
     * Returns lanes as text.
     * </pre>
     */
    default void saveLanes(dev.botwerk.v1.SaveLanesRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.SaveLanesResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getSaveLanesMethod(), responseObserver);
    }

    /**
     * <pre>
     * Replaces lanes by saved ones.
     * </pre>
     */
    default void loadLanes(dev.botwerk.v1.LoadLanesRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.LoadLanesResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getLoadLanesMethod(), responseObserver);
    }

    /**
     * <pre>
     * Closes an environment.
     * </pre>
     */
    default void closeEnv(dev.botwerk.v1.CloseEnvRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.CloseEnvResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getCloseEnvMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service EnvService.
   * <pre>
   * Steps many matches of one game together, for learning in languages without bindings.
   * An environment has a number of lanes, each of which plays one match after another. It is kept in memory, and
   * closed when it has not been used for `env_idle_secs`, or the server ends.
   * </pre>
   */
  public static abstract class EnvServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return EnvServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service EnvService.
   * <pre>
   * Steps many matches of one game together, for learning in languages without bindings.
   * An environment has a number of lanes, each of which plays one match after another. It is kept in memory, and
   * closed when it has not been used for `env_idle_secs`, or the server ends.
   * </pre>
   */
  public static final class EnvServiceStub
      extends io.grpc.stub.AbstractAsyncStub<EnvServiceStub> {
    private EnvServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected EnvServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new EnvServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * Creates an environment whose lanes are at the start of their first episodes. Requires the server's
     * admin token if one is configured.
     * </pre>
     */
    public void createEnv(dev.botwerk.v1.CreateEnvRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.CreateEnvResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getCreateEnvMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Steps or resets all lanes with one call.
     * </pre>
     */
    public void stepBatch(dev.botwerk.v1.StepBatchRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.StepBatchResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getStepBatchMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Steps or resets all lanes with messages of a stream: one response for each request, in order.
     * </pre>
     */
    public io.grpc.stub.StreamObserver<dev.botwerk.v1.StepRequest> step(
        io.grpc.stub.StreamObserver<dev.botwerk.v1.StepResponse> responseObserver) {
      return io.grpc.stub.ClientCalls.asyncBidiStreamingCall(
          getChannel().newCall(getStepMethod(), getCallOptions()), responseObserver);
    }

    /**
     * <pre>
     * Returns lanes as text.
     * </pre>
     */
    public void saveLanes(dev.botwerk.v1.SaveLanesRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.SaveLanesResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getSaveLanesMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Replaces lanes by saved ones.
     * </pre>
     */
    public void loadLanes(dev.botwerk.v1.LoadLanesRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.LoadLanesResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getLoadLanesMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Closes an environment.
     * </pre>
     */
    public void closeEnv(dev.botwerk.v1.CloseEnvRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.CloseEnvResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getCloseEnvMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service EnvService.
   * <pre>
   * Steps many matches of one game together, for learning in languages without bindings.
   * An environment has a number of lanes, each of which plays one match after another. It is kept in memory, and
   * closed when it has not been used for `env_idle_secs`, or the server ends.
   * </pre>
   */
  public static final class EnvServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<EnvServiceBlockingV2Stub> {
    private EnvServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected EnvServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new EnvServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Creates an environment whose lanes are at the start of their first episodes. Requires the server's
     * admin token if one is configured.
     * </pre>
     */
    public dev.botwerk.v1.CreateEnvResponse createEnv(dev.botwerk.v1.CreateEnvRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getCreateEnvMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Steps or resets all lanes with one call.
     * </pre>
     */
    public dev.botwerk.v1.StepBatchResponse stepBatch(dev.botwerk.v1.StepBatchRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getStepBatchMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Steps or resets all lanes with messages of a stream: one response for each request, in order.
     * </pre>
     */
    @io.grpc.ExperimentalApi("https://github.com/grpc/grpc-java/issues/10918")
    public io.grpc.stub.BlockingClientCall<dev.botwerk.v1.StepRequest, dev.botwerk.v1.StepResponse>
        step() {
      return io.grpc.stub.ClientCalls.blockingBidiStreamingCall(
          getChannel(), getStepMethod(), getCallOptions());
    }

    /**
     * <pre>
     * Returns lanes as text.
     * </pre>
     */
    public dev.botwerk.v1.SaveLanesResponse saveLanes(dev.botwerk.v1.SaveLanesRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getSaveLanesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Replaces lanes by saved ones.
     * </pre>
     */
    public dev.botwerk.v1.LoadLanesResponse loadLanes(dev.botwerk.v1.LoadLanesRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getLoadLanesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Closes an environment.
     * </pre>
     */
    public dev.botwerk.v1.CloseEnvResponse closeEnv(dev.botwerk.v1.CloseEnvRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getCloseEnvMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service EnvService.
   * <pre>
   * Steps many matches of one game together, for learning in languages without bindings.
   * An environment has a number of lanes, each of which plays one match after another. It is kept in memory, and
   * closed when it has not been used for `env_idle_secs`, or the server ends.
   * </pre>
   */
  public static final class EnvServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<EnvServiceBlockingStub> {
    private EnvServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected EnvServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new EnvServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Creates an environment whose lanes are at the start of their first episodes. Requires the server's
     * admin token if one is configured.
     * </pre>
     */
    public dev.botwerk.v1.CreateEnvResponse createEnv(dev.botwerk.v1.CreateEnvRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getCreateEnvMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Steps or resets all lanes with one call.
     * </pre>
     */
    public dev.botwerk.v1.StepBatchResponse stepBatch(dev.botwerk.v1.StepBatchRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getStepBatchMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Returns lanes as text.
     * </pre>
     */
    public dev.botwerk.v1.SaveLanesResponse saveLanes(dev.botwerk.v1.SaveLanesRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getSaveLanesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Replaces lanes by saved ones.
     * </pre>
     */
    public dev.botwerk.v1.LoadLanesResponse loadLanes(dev.botwerk.v1.LoadLanesRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getLoadLanesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Closes an environment.
     * </pre>
     */
    public dev.botwerk.v1.CloseEnvResponse closeEnv(dev.botwerk.v1.CloseEnvRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getCloseEnvMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service EnvService.
   * <pre>
   * Steps many matches of one game together, for learning in languages without bindings.
   * An environment has a number of lanes, each of which plays one match after another. It is kept in memory, and
   * closed when it has not been used for `env_idle_secs`, or the server ends.
   * </pre>
   */
  public static final class EnvServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<EnvServiceFutureStub> {
    private EnvServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected EnvServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new EnvServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Creates an environment whose lanes are at the start of their first episodes. Requires the server's
     * admin token if one is configured.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.CreateEnvResponse> createEnv(
        dev.botwerk.v1.CreateEnvRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getCreateEnvMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Steps or resets all lanes with one call.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.StepBatchResponse> stepBatch(
        dev.botwerk.v1.StepBatchRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getStepBatchMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Returns lanes as text.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.SaveLanesResponse> saveLanes(
        dev.botwerk.v1.SaveLanesRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getSaveLanesMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Replaces lanes by saved ones.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.LoadLanesResponse> loadLanes(
        dev.botwerk.v1.LoadLanesRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getLoadLanesMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Closes an environment.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.CloseEnvResponse> closeEnv(
        dev.botwerk.v1.CloseEnvRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getCloseEnvMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_CREATE_ENV = 0;
  private static final int METHODID_STEP_BATCH = 1;
  private static final int METHODID_SAVE_LANES = 2;
  private static final int METHODID_LOAD_LANES = 3;
  private static final int METHODID_CLOSE_ENV = 4;
  private static final int METHODID_STEP = 5;

  private static final class MethodHandlers<Req, Resp> implements
      io.grpc.stub.ServerCalls.UnaryMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.ServerStreamingMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.ClientStreamingMethod<Req, Resp>,
      io.grpc.stub.ServerCalls.BidiStreamingMethod<Req, Resp> {
    private final AsyncService serviceImpl;
    private final int methodId;

    MethodHandlers(AsyncService serviceImpl, int methodId) {
      this.serviceImpl = serviceImpl;
      this.methodId = methodId;
    }

    @java.lang.Override
    @java.lang.SuppressWarnings("unchecked")
    public void invoke(Req request, io.grpc.stub.StreamObserver<Resp> responseObserver) {
      switch (methodId) {
        case METHODID_CREATE_ENV:
          serviceImpl.createEnv((dev.botwerk.v1.CreateEnvRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.CreateEnvResponse>) responseObserver);
          break;
        case METHODID_STEP_BATCH:
          serviceImpl.stepBatch((dev.botwerk.v1.StepBatchRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.StepBatchResponse>) responseObserver);
          break;
        case METHODID_SAVE_LANES:
          serviceImpl.saveLanes((dev.botwerk.v1.SaveLanesRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.SaveLanesResponse>) responseObserver);
          break;
        case METHODID_LOAD_LANES:
          serviceImpl.loadLanes((dev.botwerk.v1.LoadLanesRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.LoadLanesResponse>) responseObserver);
          break;
        case METHODID_CLOSE_ENV:
          serviceImpl.closeEnv((dev.botwerk.v1.CloseEnvRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.CloseEnvResponse>) responseObserver);
          break;
        default:
          throw new AssertionError();
      }
    }

    @java.lang.Override
    @java.lang.SuppressWarnings("unchecked")
    public io.grpc.stub.StreamObserver<Req> invoke(
        io.grpc.stub.StreamObserver<Resp> responseObserver) {
      switch (methodId) {
        case METHODID_STEP:
          return (io.grpc.stub.StreamObserver<Req>) serviceImpl.step(
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.StepResponse>) responseObserver);
        default:
          throw new AssertionError();
      }
    }
  }

  public static final io.grpc.ServerServiceDefinition bindService(AsyncService service) {
    return io.grpc.ServerServiceDefinition.builder(getServiceDescriptor())
        .addMethod(
          getCreateEnvMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.CreateEnvRequest,
              dev.botwerk.v1.CreateEnvResponse>(
                service, METHODID_CREATE_ENV)))
        .addMethod(
          getStepBatchMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.StepBatchRequest,
              dev.botwerk.v1.StepBatchResponse>(
                service, METHODID_STEP_BATCH)))
        .addMethod(
          getStepMethod(),
          io.grpc.stub.ServerCalls.asyncBidiStreamingCall(
            new MethodHandlers<
              dev.botwerk.v1.StepRequest,
              dev.botwerk.v1.StepResponse>(
                service, METHODID_STEP)))
        .addMethod(
          getSaveLanesMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.SaveLanesRequest,
              dev.botwerk.v1.SaveLanesResponse>(
                service, METHODID_SAVE_LANES)))
        .addMethod(
          getLoadLanesMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.LoadLanesRequest,
              dev.botwerk.v1.LoadLanesResponse>(
                service, METHODID_LOAD_LANES)))
        .addMethod(
          getCloseEnvMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.CloseEnvRequest,
              dev.botwerk.v1.CloseEnvResponse>(
                service, METHODID_CLOSE_ENV)))
        .build();
  }

  private static abstract class EnvServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    EnvServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return dev.botwerk.v1.EnvProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("EnvService");
    }
  }

  private static final class EnvServiceFileDescriptorSupplier
      extends EnvServiceBaseDescriptorSupplier {
    EnvServiceFileDescriptorSupplier() {}
  }

  private static final class EnvServiceMethodDescriptorSupplier
      extends EnvServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    EnvServiceMethodDescriptorSupplier(java.lang.String methodName) {
      this.methodName = methodName;
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.MethodDescriptor getMethodDescriptor() {
      return getServiceDescriptor().findMethodByName(methodName);
    }
  }

  private static volatile io.grpc.ServiceDescriptor serviceDescriptor;

  public static io.grpc.ServiceDescriptor getServiceDescriptor() {
    io.grpc.ServiceDescriptor result = serviceDescriptor;
    if (result == null) {
      synchronized (EnvServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new EnvServiceFileDescriptorSupplier())
              .addMethod(getCreateEnvMethod())
              .addMethod(getStepBatchMethod())
              .addMethod(getStepMethod())
              .addMethod(getSaveLanesMethod())
              .addMethod(getLoadLanesMethod())
              .addMethod(getCloseEnvMethod())
              .build();
        }
      }
    }
    return result;
  }
}
