package dev.botwerk.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Searches positions and solves instances. All calls but Hint are rejected with HINTS_DISABLED while a seat of a match
 * without hints is played from the client's address, unless the client presents the admin token.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class AnalysisServiceGrpc {

  private AnalysisServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "botwerk.v1.AnalysisService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.AnalyzeRequest,
      dev.botwerk.v1.AnalyzeResponse> getAnalyzeMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Analyze",
      requestType = dev.botwerk.v1.AnalyzeRequest.class,
      responseType = dev.botwerk.v1.AnalyzeResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.SERVER_STREAMING)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.AnalyzeRequest,
      dev.botwerk.v1.AnalyzeResponse> getAnalyzeMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.AnalyzeRequest, dev.botwerk.v1.AnalyzeResponse> getAnalyzeMethod;
    if ((getAnalyzeMethod = AnalysisServiceGrpc.getAnalyzeMethod) == null) {
      synchronized (AnalysisServiceGrpc.class) {
        if ((getAnalyzeMethod = AnalysisServiceGrpc.getAnalyzeMethod) == null) {
          AnalysisServiceGrpc.getAnalyzeMethod = getAnalyzeMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.AnalyzeRequest, dev.botwerk.v1.AnalyzeResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.SERVER_STREAMING)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Analyze"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.AnalyzeRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.AnalyzeResponse.getDefaultInstance()))
              .setSchemaDescriptor(new AnalysisServiceMethodDescriptorSupplier("Analyze"))
              .build();
        }
      }
    }
    return getAnalyzeMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.AnalyzeRecordRequest,
      dev.botwerk.v1.AnalyzeRecordResponse> getAnalyzeRecordMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "AnalyzeRecord",
      requestType = dev.botwerk.v1.AnalyzeRecordRequest.class,
      responseType = dev.botwerk.v1.AnalyzeRecordResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.SERVER_STREAMING)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.AnalyzeRecordRequest,
      dev.botwerk.v1.AnalyzeRecordResponse> getAnalyzeRecordMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.AnalyzeRecordRequest, dev.botwerk.v1.AnalyzeRecordResponse> getAnalyzeRecordMethod;
    if ((getAnalyzeRecordMethod = AnalysisServiceGrpc.getAnalyzeRecordMethod) == null) {
      synchronized (AnalysisServiceGrpc.class) {
        if ((getAnalyzeRecordMethod = AnalysisServiceGrpc.getAnalyzeRecordMethod) == null) {
          AnalysisServiceGrpc.getAnalyzeRecordMethod = getAnalyzeRecordMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.AnalyzeRecordRequest, dev.botwerk.v1.AnalyzeRecordResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.SERVER_STREAMING)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "AnalyzeRecord"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.AnalyzeRecordRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.AnalyzeRecordResponse.getDefaultInstance()))
              .setSchemaDescriptor(new AnalysisServiceMethodDescriptorSupplier("AnalyzeRecord"))
              .build();
        }
      }
    }
    return getAnalyzeRecordMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.HintRequest,
      dev.botwerk.v1.HintResponse> getHintMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Hint",
      requestType = dev.botwerk.v1.HintRequest.class,
      responseType = dev.botwerk.v1.HintResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.SERVER_STREAMING)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.HintRequest,
      dev.botwerk.v1.HintResponse> getHintMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.HintRequest, dev.botwerk.v1.HintResponse> getHintMethod;
    if ((getHintMethod = AnalysisServiceGrpc.getHintMethod) == null) {
      synchronized (AnalysisServiceGrpc.class) {
        if ((getHintMethod = AnalysisServiceGrpc.getHintMethod) == null) {
          AnalysisServiceGrpc.getHintMethod = getHintMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.HintRequest, dev.botwerk.v1.HintResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.SERVER_STREAMING)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Hint"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.HintRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.HintResponse.getDefaultInstance()))
              .setSchemaDescriptor(new AnalysisServiceMethodDescriptorSupplier("Hint"))
              .build();
        }
      }
    }
    return getHintMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.SolveRequest,
      dev.botwerk.v1.SolveResponse> getSolveMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Solve",
      requestType = dev.botwerk.v1.SolveRequest.class,
      responseType = dev.botwerk.v1.SolveResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.SERVER_STREAMING)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.SolveRequest,
      dev.botwerk.v1.SolveResponse> getSolveMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.SolveRequest, dev.botwerk.v1.SolveResponse> getSolveMethod;
    if ((getSolveMethod = AnalysisServiceGrpc.getSolveMethod) == null) {
      synchronized (AnalysisServiceGrpc.class) {
        if ((getSolveMethod = AnalysisServiceGrpc.getSolveMethod) == null) {
          AnalysisServiceGrpc.getSolveMethod = getSolveMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.SolveRequest, dev.botwerk.v1.SolveResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.SERVER_STREAMING)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Solve"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.SolveRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.SolveResponse.getDefaultInstance()))
              .setSchemaDescriptor(new AnalysisServiceMethodDescriptorSupplier("Solve"))
              .build();
        }
      }
    }
    return getSolveMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static AnalysisServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<AnalysisServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<AnalysisServiceStub>() {
        @java.lang.Override
        public AnalysisServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new AnalysisServiceStub(channel, callOptions);
        }
      };
    return AnalysisServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static AnalysisServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<AnalysisServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<AnalysisServiceBlockingV2Stub>() {
        @java.lang.Override
        public AnalysisServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new AnalysisServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return AnalysisServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static AnalysisServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<AnalysisServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<AnalysisServiceBlockingStub>() {
        @java.lang.Override
        public AnalysisServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new AnalysisServiceBlockingStub(channel, callOptions);
        }
      };
    return AnalysisServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static AnalysisServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<AnalysisServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<AnalysisServiceFutureStub>() {
        @java.lang.Override
        public AnalysisServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new AnalysisServiceFutureStub(channel, callOptions);
        }
      };
    return AnalysisServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Searches positions and solves instances. All calls but Hint are rejected with HINTS_DISABLED while a seat of a match
   * without hints is played from the client's address, unless the client presents the admin token.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Searches a position with a built-in agent. Streams improving analyses, then the final one. The
     * search ends at its limits, or when the client closes the stream.
     * </pre>
     */
    default void analyze(dev.botwerk.v1.AnalyzeRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.AnalyzeResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getAnalyzeMethod(), responseObserver);
    }

    /**
     * <pre>
     * Searches before every turn of a record. Streams the turns as they are searched, then all turns with what
     * they were worth.
     * </pre>
     */
    default void analyzeRecord(dev.botwerk.v1.AnalyzeRecordRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.AnalyzeRecordResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getAnalyzeRecordMethod(), responseObserver);
    }

    /**
     * <pre>
     * Searches the view of a seat in a running match that allows hints.
     * </pre>
     */
    default void hint(dev.botwerk.v1.HintRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.HintResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getHintMethod(), responseObserver);
    }

    /**
     * <pre>
     * Solves one instance. Streams improving bounds, then the solution with its certificate.
     * </pre>
     */
    default void solve(dev.botwerk.v1.SolveRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.SolveResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getSolveMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service AnalysisService.
   * <pre>
   * Searches positions and solves instances. All calls but Hint are rejected with HINTS_DISABLED while a seat of a match
   * without hints is played from the client's address, unless the client presents the admin token.
   * </pre>
   */
  public static abstract class AnalysisServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return AnalysisServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service AnalysisService.
   * <pre>
   * Searches positions and solves instances. All calls but Hint are rejected with HINTS_DISABLED while a seat of a match
   * without hints is played from the client's address, unless the client presents the admin token.
   * </pre>
   */
  public static final class AnalysisServiceStub
      extends io.grpc.stub.AbstractAsyncStub<AnalysisServiceStub> {
    private AnalysisServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected AnalysisServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new AnalysisServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * Searches a position with a built-in agent. Streams improving analyses, then the final one. The
     * search ends at its limits, or when the client closes the stream.
     * </pre>
     */
    public void analyze(dev.botwerk.v1.AnalyzeRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.AnalyzeResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncServerStreamingCall(
          getChannel().newCall(getAnalyzeMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Searches before every turn of a record. Streams the turns as they are searched, then all turns with what
     * they were worth.
     * </pre>
     */
    public void analyzeRecord(dev.botwerk.v1.AnalyzeRecordRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.AnalyzeRecordResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncServerStreamingCall(
          getChannel().newCall(getAnalyzeRecordMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Searches the view of a seat in a running match that allows hints.
     * </pre>
     */
    public void hint(dev.botwerk.v1.HintRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.HintResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncServerStreamingCall(
          getChannel().newCall(getHintMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Solves one instance. Streams improving bounds, then the solution with its certificate.
     * </pre>
     */
    public void solve(dev.botwerk.v1.SolveRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.SolveResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncServerStreamingCall(
          getChannel().newCall(getSolveMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service AnalysisService.
   * <pre>
   * Searches positions and solves instances. All calls but Hint are rejected with HINTS_DISABLED while a seat of a match
   * without hints is played from the client's address, unless the client presents the admin token.
   * </pre>
   */
  public static final class AnalysisServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<AnalysisServiceBlockingV2Stub> {
    private AnalysisServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected AnalysisServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new AnalysisServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Searches a position with a built-in agent. Streams improving analyses, then the final one. The
     * search ends at its limits, or when the client closes the stream.
     * </pre>
     */
    @io.grpc.ExperimentalApi("https://github.com/grpc/grpc-java/issues/10918")
    public io.grpc.stub.BlockingClientCall<?, dev.botwerk.v1.AnalyzeResponse>
        analyze(dev.botwerk.v1.AnalyzeRequest request) {
      return io.grpc.stub.ClientCalls.blockingV2ServerStreamingCall(
          getChannel(), getAnalyzeMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Searches before every turn of a record. Streams the turns as they are searched, then all turns with what
     * they were worth.
     * </pre>
     */
    @io.grpc.ExperimentalApi("https://github.com/grpc/grpc-java/issues/10918")
    public io.grpc.stub.BlockingClientCall<?, dev.botwerk.v1.AnalyzeRecordResponse>
        analyzeRecord(dev.botwerk.v1.AnalyzeRecordRequest request) {
      return io.grpc.stub.ClientCalls.blockingV2ServerStreamingCall(
          getChannel(), getAnalyzeRecordMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Searches the view of a seat in a running match that allows hints.
     * </pre>
     */
    @io.grpc.ExperimentalApi("https://github.com/grpc/grpc-java/issues/10918")
    public io.grpc.stub.BlockingClientCall<?, dev.botwerk.v1.HintResponse>
        hint(dev.botwerk.v1.HintRequest request) {
      return io.grpc.stub.ClientCalls.blockingV2ServerStreamingCall(
          getChannel(), getHintMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Solves one instance. Streams improving bounds, then the solution with its certificate.
     * </pre>
     */
    @io.grpc.ExperimentalApi("https://github.com/grpc/grpc-java/issues/10918")
    public io.grpc.stub.BlockingClientCall<?, dev.botwerk.v1.SolveResponse>
        solve(dev.botwerk.v1.SolveRequest request) {
      return io.grpc.stub.ClientCalls.blockingV2ServerStreamingCall(
          getChannel(), getSolveMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service AnalysisService.
   * <pre>
   * Searches positions and solves instances. All calls but Hint are rejected with HINTS_DISABLED while a seat of a match
   * without hints is played from the client's address, unless the client presents the admin token.
   * </pre>
   */
  public static final class AnalysisServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<AnalysisServiceBlockingStub> {
    private AnalysisServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected AnalysisServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new AnalysisServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Searches a position with a built-in agent. Streams improving analyses, then the final one. The
     * search ends at its limits, or when the client closes the stream.
     * </pre>
     */
    public java.util.Iterator<dev.botwerk.v1.AnalyzeResponse> analyze(
        dev.botwerk.v1.AnalyzeRequest request) {
      return io.grpc.stub.ClientCalls.blockingServerStreamingCall(
          getChannel(), getAnalyzeMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Searches before every turn of a record. Streams the turns as they are searched, then all turns with what
     * they were worth.
     * </pre>
     */
    public java.util.Iterator<dev.botwerk.v1.AnalyzeRecordResponse> analyzeRecord(
        dev.botwerk.v1.AnalyzeRecordRequest request) {
      return io.grpc.stub.ClientCalls.blockingServerStreamingCall(
          getChannel(), getAnalyzeRecordMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Searches the view of a seat in a running match that allows hints.
     * </pre>
     */
    public java.util.Iterator<dev.botwerk.v1.HintResponse> hint(
        dev.botwerk.v1.HintRequest request) {
      return io.grpc.stub.ClientCalls.blockingServerStreamingCall(
          getChannel(), getHintMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Solves one instance. Streams improving bounds, then the solution with its certificate.
     * </pre>
     */
    public java.util.Iterator<dev.botwerk.v1.SolveResponse> solve(
        dev.botwerk.v1.SolveRequest request) {
      return io.grpc.stub.ClientCalls.blockingServerStreamingCall(
          getChannel(), getSolveMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service AnalysisService.
   * <pre>
   * Searches positions and solves instances. All calls but Hint are rejected with HINTS_DISABLED while a seat of a match
   * without hints is played from the client's address, unless the client presents the admin token.
   * </pre>
   */
  public static final class AnalysisServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<AnalysisServiceFutureStub> {
    private AnalysisServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected AnalysisServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new AnalysisServiceFutureStub(channel, callOptions);
    }
  }

  private static final int METHODID_ANALYZE = 0;
  private static final int METHODID_ANALYZE_RECORD = 1;
  private static final int METHODID_HINT = 2;
  private static final int METHODID_SOLVE = 3;

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
        case METHODID_ANALYZE:
          serviceImpl.analyze((dev.botwerk.v1.AnalyzeRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.AnalyzeResponse>) responseObserver);
          break;
        case METHODID_ANALYZE_RECORD:
          serviceImpl.analyzeRecord((dev.botwerk.v1.AnalyzeRecordRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.AnalyzeRecordResponse>) responseObserver);
          break;
        case METHODID_HINT:
          serviceImpl.hint((dev.botwerk.v1.HintRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.HintResponse>) responseObserver);
          break;
        case METHODID_SOLVE:
          serviceImpl.solve((dev.botwerk.v1.SolveRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.SolveResponse>) responseObserver);
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
        default:
          throw new AssertionError();
      }
    }
  }

  public static final io.grpc.ServerServiceDefinition bindService(AsyncService service) {
    return io.grpc.ServerServiceDefinition.builder(getServiceDescriptor())
        .addMethod(
          getAnalyzeMethod(),
          io.grpc.stub.ServerCalls.asyncServerStreamingCall(
            new MethodHandlers<
              dev.botwerk.v1.AnalyzeRequest,
              dev.botwerk.v1.AnalyzeResponse>(
                service, METHODID_ANALYZE)))
        .addMethod(
          getAnalyzeRecordMethod(),
          io.grpc.stub.ServerCalls.asyncServerStreamingCall(
            new MethodHandlers<
              dev.botwerk.v1.AnalyzeRecordRequest,
              dev.botwerk.v1.AnalyzeRecordResponse>(
                service, METHODID_ANALYZE_RECORD)))
        .addMethod(
          getHintMethod(),
          io.grpc.stub.ServerCalls.asyncServerStreamingCall(
            new MethodHandlers<
              dev.botwerk.v1.HintRequest,
              dev.botwerk.v1.HintResponse>(
                service, METHODID_HINT)))
        .addMethod(
          getSolveMethod(),
          io.grpc.stub.ServerCalls.asyncServerStreamingCall(
            new MethodHandlers<
              dev.botwerk.v1.SolveRequest,
              dev.botwerk.v1.SolveResponse>(
                service, METHODID_SOLVE)))
        .build();
  }

  private static abstract class AnalysisServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    AnalysisServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return dev.botwerk.v1.AnalysisProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("AnalysisService");
    }
  }

  private static final class AnalysisServiceFileDescriptorSupplier
      extends AnalysisServiceBaseDescriptorSupplier {
    AnalysisServiceFileDescriptorSupplier() {}
  }

  private static final class AnalysisServiceMethodDescriptorSupplier
      extends AnalysisServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    AnalysisServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (AnalysisServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new AnalysisServiceFileDescriptorSupplier())
              .addMethod(getAnalyzeMethod())
              .addMethod(getAnalyzeRecordMethod())
              .addMethod(getHintMethod())
              .addMethod(getSolveMethod())
              .build();
        }
      }
    }
    return result;
  }
}
