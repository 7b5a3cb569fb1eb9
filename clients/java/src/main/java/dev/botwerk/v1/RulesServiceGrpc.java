package dev.botwerk.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * The rules as stateless functions. Positions are given in the game's notation or as messages. Ports of
 * the rules to other languages are tested against this service.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class RulesServiceGrpc {

  private RulesServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "botwerk.v1.RulesService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.NewPositionRequest,
      dev.botwerk.v1.NewPositionResponse> getNewPositionMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "NewPosition",
      requestType = dev.botwerk.v1.NewPositionRequest.class,
      responseType = dev.botwerk.v1.NewPositionResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.NewPositionRequest,
      dev.botwerk.v1.NewPositionResponse> getNewPositionMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.NewPositionRequest, dev.botwerk.v1.NewPositionResponse> getNewPositionMethod;
    if ((getNewPositionMethod = RulesServiceGrpc.getNewPositionMethod) == null) {
      synchronized (RulesServiceGrpc.class) {
        if ((getNewPositionMethod = RulesServiceGrpc.getNewPositionMethod) == null) {
          RulesServiceGrpc.getNewPositionMethod = getNewPositionMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.NewPositionRequest, dev.botwerk.v1.NewPositionResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "NewPosition"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.NewPositionRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.NewPositionResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RulesServiceMethodDescriptorSupplier("NewPosition"))
              .build();
        }
      }
    }
    return getNewPositionMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.DescribeMatchRequest,
      dev.botwerk.v1.DescribeMatchResponse> getDescribeMatchMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "DescribeMatch",
      requestType = dev.botwerk.v1.DescribeMatchRequest.class,
      responseType = dev.botwerk.v1.DescribeMatchResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.DescribeMatchRequest,
      dev.botwerk.v1.DescribeMatchResponse> getDescribeMatchMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.DescribeMatchRequest, dev.botwerk.v1.DescribeMatchResponse> getDescribeMatchMethod;
    if ((getDescribeMatchMethod = RulesServiceGrpc.getDescribeMatchMethod) == null) {
      synchronized (RulesServiceGrpc.class) {
        if ((getDescribeMatchMethod = RulesServiceGrpc.getDescribeMatchMethod) == null) {
          RulesServiceGrpc.getDescribeMatchMethod = getDescribeMatchMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.DescribeMatchRequest, dev.botwerk.v1.DescribeMatchResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "DescribeMatch"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.DescribeMatchRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.DescribeMatchResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RulesServiceMethodDescriptorSupplier("DescribeMatch"))
              .build();
        }
      }
    }
    return getDescribeMatchMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.LegalActionsRequest,
      dev.botwerk.v1.LegalActionsResponse> getLegalActionsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "LegalActions",
      requestType = dev.botwerk.v1.LegalActionsRequest.class,
      responseType = dev.botwerk.v1.LegalActionsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.LegalActionsRequest,
      dev.botwerk.v1.LegalActionsResponse> getLegalActionsMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.LegalActionsRequest, dev.botwerk.v1.LegalActionsResponse> getLegalActionsMethod;
    if ((getLegalActionsMethod = RulesServiceGrpc.getLegalActionsMethod) == null) {
      synchronized (RulesServiceGrpc.class) {
        if ((getLegalActionsMethod = RulesServiceGrpc.getLegalActionsMethod) == null) {
          RulesServiceGrpc.getLegalActionsMethod = getLegalActionsMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.LegalActionsRequest, dev.botwerk.v1.LegalActionsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "LegalActions"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.LegalActionsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.LegalActionsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RulesServiceMethodDescriptorSupplier("LegalActions"))
              .build();
        }
      }
    }
    return getLegalActionsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.ApplyRequest,
      dev.botwerk.v1.ApplyResponse> getApplyMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Apply",
      requestType = dev.botwerk.v1.ApplyRequest.class,
      responseType = dev.botwerk.v1.ApplyResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.ApplyRequest,
      dev.botwerk.v1.ApplyResponse> getApplyMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.ApplyRequest, dev.botwerk.v1.ApplyResponse> getApplyMethod;
    if ((getApplyMethod = RulesServiceGrpc.getApplyMethod) == null) {
      synchronized (RulesServiceGrpc.class) {
        if ((getApplyMethod = RulesServiceGrpc.getApplyMethod) == null) {
          RulesServiceGrpc.getApplyMethod = getApplyMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.ApplyRequest, dev.botwerk.v1.ApplyResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Apply"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.ApplyRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.ApplyResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RulesServiceMethodDescriptorSupplier("Apply"))
              .build();
        }
      }
    }
    return getApplyMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.ViewRequest,
      dev.botwerk.v1.ViewResponse> getViewMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "View",
      requestType = dev.botwerk.v1.ViewRequest.class,
      responseType = dev.botwerk.v1.ViewResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.ViewRequest,
      dev.botwerk.v1.ViewResponse> getViewMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.ViewRequest, dev.botwerk.v1.ViewResponse> getViewMethod;
    if ((getViewMethod = RulesServiceGrpc.getViewMethod) == null) {
      synchronized (RulesServiceGrpc.class) {
        if ((getViewMethod = RulesServiceGrpc.getViewMethod) == null) {
          RulesServiceGrpc.getViewMethod = getViewMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.ViewRequest, dev.botwerk.v1.ViewResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "View"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.ViewRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.ViewResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RulesServiceMethodDescriptorSupplier("View"))
              .build();
        }
      }
    }
    return getViewMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.ParsePositionRequest,
      dev.botwerk.v1.ParsePositionResponse> getParsePositionMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ParsePosition",
      requestType = dev.botwerk.v1.ParsePositionRequest.class,
      responseType = dev.botwerk.v1.ParsePositionResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.ParsePositionRequest,
      dev.botwerk.v1.ParsePositionResponse> getParsePositionMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.ParsePositionRequest, dev.botwerk.v1.ParsePositionResponse> getParsePositionMethod;
    if ((getParsePositionMethod = RulesServiceGrpc.getParsePositionMethod) == null) {
      synchronized (RulesServiceGrpc.class) {
        if ((getParsePositionMethod = RulesServiceGrpc.getParsePositionMethod) == null) {
          RulesServiceGrpc.getParsePositionMethod = getParsePositionMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.ParsePositionRequest, dev.botwerk.v1.ParsePositionResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ParsePosition"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.ParsePositionRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.ParsePositionResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RulesServiceMethodDescriptorSupplier("ParsePosition"))
              .build();
        }
      }
    }
    return getParsePositionMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.FormatPositionRequest,
      dev.botwerk.v1.FormatPositionResponse> getFormatPositionMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "FormatPosition",
      requestType = dev.botwerk.v1.FormatPositionRequest.class,
      responseType = dev.botwerk.v1.FormatPositionResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.FormatPositionRequest,
      dev.botwerk.v1.FormatPositionResponse> getFormatPositionMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.FormatPositionRequest, dev.botwerk.v1.FormatPositionResponse> getFormatPositionMethod;
    if ((getFormatPositionMethod = RulesServiceGrpc.getFormatPositionMethod) == null) {
      synchronized (RulesServiceGrpc.class) {
        if ((getFormatPositionMethod = RulesServiceGrpc.getFormatPositionMethod) == null) {
          RulesServiceGrpc.getFormatPositionMethod = getFormatPositionMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.FormatPositionRequest, dev.botwerk.v1.FormatPositionResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "FormatPosition"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.FormatPositionRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.FormatPositionResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RulesServiceMethodDescriptorSupplier("FormatPosition"))
              .build();
        }
      }
    }
    return getFormatPositionMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.ParseActionRequest,
      dev.botwerk.v1.ParseActionResponse> getParseActionMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ParseAction",
      requestType = dev.botwerk.v1.ParseActionRequest.class,
      responseType = dev.botwerk.v1.ParseActionResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.ParseActionRequest,
      dev.botwerk.v1.ParseActionResponse> getParseActionMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.ParseActionRequest, dev.botwerk.v1.ParseActionResponse> getParseActionMethod;
    if ((getParseActionMethod = RulesServiceGrpc.getParseActionMethod) == null) {
      synchronized (RulesServiceGrpc.class) {
        if ((getParseActionMethod = RulesServiceGrpc.getParseActionMethod) == null) {
          RulesServiceGrpc.getParseActionMethod = getParseActionMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.ParseActionRequest, dev.botwerk.v1.ParseActionResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ParseAction"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.ParseActionRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.ParseActionResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RulesServiceMethodDescriptorSupplier("ParseAction"))
              .build();
        }
      }
    }
    return getParseActionMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.FormatActionRequest,
      dev.botwerk.v1.FormatActionResponse> getFormatActionMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "FormatAction",
      requestType = dev.botwerk.v1.FormatActionRequest.class,
      responseType = dev.botwerk.v1.FormatActionResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.FormatActionRequest,
      dev.botwerk.v1.FormatActionResponse> getFormatActionMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.FormatActionRequest, dev.botwerk.v1.FormatActionResponse> getFormatActionMethod;
    if ((getFormatActionMethod = RulesServiceGrpc.getFormatActionMethod) == null) {
      synchronized (RulesServiceGrpc.class) {
        if ((getFormatActionMethod = RulesServiceGrpc.getFormatActionMethod) == null) {
          RulesServiceGrpc.getFormatActionMethod = getFormatActionMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.FormatActionRequest, dev.botwerk.v1.FormatActionResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "FormatAction"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.FormatActionRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.FormatActionResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RulesServiceMethodDescriptorSupplier("FormatAction"))
              .build();
        }
      }
    }
    return getFormatActionMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.VerifyRequest,
      dev.botwerk.v1.VerifyResponse> getVerifyMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Verify",
      requestType = dev.botwerk.v1.VerifyRequest.class,
      responseType = dev.botwerk.v1.VerifyResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.VerifyRequest,
      dev.botwerk.v1.VerifyResponse> getVerifyMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.VerifyRequest, dev.botwerk.v1.VerifyResponse> getVerifyMethod;
    if ((getVerifyMethod = RulesServiceGrpc.getVerifyMethod) == null) {
      synchronized (RulesServiceGrpc.class) {
        if ((getVerifyMethod = RulesServiceGrpc.getVerifyMethod) == null) {
          RulesServiceGrpc.getVerifyMethod = getVerifyMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.VerifyRequest, dev.botwerk.v1.VerifyResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Verify"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.VerifyRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.VerifyResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RulesServiceMethodDescriptorSupplier("Verify"))
              .build();
        }
      }
    }
    return getVerifyMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.ReplayRequest,
      dev.botwerk.v1.ReplayResponse> getReplayMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Replay",
      requestType = dev.botwerk.v1.ReplayRequest.class,
      responseType = dev.botwerk.v1.ReplayResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.ReplayRequest,
      dev.botwerk.v1.ReplayResponse> getReplayMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.ReplayRequest, dev.botwerk.v1.ReplayResponse> getReplayMethod;
    if ((getReplayMethod = RulesServiceGrpc.getReplayMethod) == null) {
      synchronized (RulesServiceGrpc.class) {
        if ((getReplayMethod = RulesServiceGrpc.getReplayMethod) == null) {
          RulesServiceGrpc.getReplayMethod = getReplayMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.ReplayRequest, dev.botwerk.v1.ReplayResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Replay"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.ReplayRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.ReplayResponse.getDefaultInstance()))
              .setSchemaDescriptor(new RulesServiceMethodDescriptorSupplier("Replay"))
              .build();
        }
      }
    }
    return getReplayMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static RulesServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<RulesServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<RulesServiceStub>() {
        @java.lang.Override
        public RulesServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new RulesServiceStub(channel, callOptions);
        }
      };
    return RulesServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static RulesServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<RulesServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<RulesServiceBlockingV2Stub>() {
        @java.lang.Override
        public RulesServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new RulesServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return RulesServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static RulesServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<RulesServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<RulesServiceBlockingStub>() {
        @java.lang.Override
        public RulesServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new RulesServiceBlockingStub(channel, callOptions);
        }
      };
    return RulesServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static RulesServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<RulesServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<RulesServiceFutureStub>() {
        @java.lang.Override
        public RulesServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new RulesServiceFutureStub(channel, callOptions);
        }
      };
    return RulesServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * The rules as stateless functions. Positions are given in the game's notation or as messages. Ports of
   * the rules to other languages are tested against this service.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Returns the initial position of a match with the given seed.
     * </pre>
     */
    default void newPosition(dev.botwerk.v1.NewPositionRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.NewPositionResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getNewPositionMethod(), responseObserver);
    }

    /**
     * <pre>
     * Returns what the options of a match determine and no action changes.
     * </pre>
     */
    default void describeMatch(dev.botwerk.v1.DescribeMatchRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.DescribeMatchResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getDescribeMatchMethod(), responseObserver);
    }

    /**
     * <pre>
     * Lists every action that Apply accepts.
     * </pre>
     */
    default void legalActions(dev.botwerk.v1.LegalActionsRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.LegalActionsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getLegalActionsMethod(), responseObserver);
    }

    /**
     * <pre>
     * Applies actions to a position, all or none.
     * </pre>
     */
    default void apply(dev.botwerk.v1.ApplyRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.ApplyResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getApplyMethod(), responseObserver);
    }

    /**
     * <pre>
     * Returns what one viewer may know of a position.
     * </pre>
     */
    default void view(dev.botwerk.v1.ViewRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.ViewResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getViewMethod(), responseObserver);
    }

    /**
     * <pre>
     * Converts a position from text to a message.
     * </pre>
     */
    default void parsePosition(dev.botwerk.v1.ParsePositionRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.ParsePositionResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getParsePositionMethod(), responseObserver);
    }

    /**
     * <pre>
     * Converts a position from a message to text.
     * </pre>
     */
    default void formatPosition(dev.botwerk.v1.FormatPositionRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.FormatPositionResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getFormatPositionMethod(), responseObserver);
    }

    /**
     * <pre>
     * Converts an action from text to a message.
     * </pre>
     */
    default void parseAction(dev.botwerk.v1.ParseActionRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.ParseActionResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getParseActionMethod(), responseObserver);
    }

    /**
     * <pre>
     * Converts an action from a message to text.
     * </pre>
     */
    default void formatAction(dev.botwerk.v1.FormatActionRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.FormatActionResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getFormatActionMethod(), responseObserver);
    }

    /**
     * <pre>
     * Replays a record and compares chance outcomes, times and choices. Rejected with HINTS_DISABLED while the client
     * plays a match without hints, since it tells what an agent would choose.
     * </pre>
     */
    default void verify(dev.botwerk.v1.VerifyRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.VerifyResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getVerifyMethod(), responseObserver);
    }

    /**
     * <pre>
     * Replays a record turn by turn as one viewer sees it. Everything but the choices is compared, as by
     * Verify.
     * </pre>
     */
    default void replay(dev.botwerk.v1.ReplayRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.ReplayResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getReplayMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service RulesService.
   * <pre>
   * The rules as stateless functions. Positions are given in the game's notation or as messages. Ports of
   * the rules to other languages are tested against this service.
   * </pre>
   */
  public static abstract class RulesServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return RulesServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service RulesService.
   * <pre>
   * The rules as stateless functions. Positions are given in the game's notation or as messages. Ports of
   * the rules to other languages are tested against this service.
   * </pre>
   */
  public static final class RulesServiceStub
      extends io.grpc.stub.AbstractAsyncStub<RulesServiceStub> {
    private RulesServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected RulesServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new RulesServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * Returns the initial position of a match with the given seed.
     * </pre>
     */
    public void newPosition(dev.botwerk.v1.NewPositionRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.NewPositionResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getNewPositionMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Returns what the options of a match determine and no action changes.
     * </pre>
     */
    public void describeMatch(dev.botwerk.v1.DescribeMatchRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.DescribeMatchResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getDescribeMatchMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Lists every action that Apply accepts.
     * </pre>
     */
    public void legalActions(dev.botwerk.v1.LegalActionsRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.LegalActionsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getLegalActionsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Applies actions to a position, all or none.
     * </pre>
     */
    public void apply(dev.botwerk.v1.ApplyRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.ApplyResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getApplyMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Returns what one viewer may know of a position.
     * </pre>
     */
    public void view(dev.botwerk.v1.ViewRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.ViewResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getViewMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Converts a position from text to a message.
     * </pre>
     */
    public void parsePosition(dev.botwerk.v1.ParsePositionRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.ParsePositionResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getParsePositionMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Converts a position from a message to text.
     * </pre>
     */
    public void formatPosition(dev.botwerk.v1.FormatPositionRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.FormatPositionResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getFormatPositionMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Converts an action from text to a message.
     * </pre>
     */
    public void parseAction(dev.botwerk.v1.ParseActionRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.ParseActionResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getParseActionMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Converts an action from a message to text.
     * </pre>
     */
    public void formatAction(dev.botwerk.v1.FormatActionRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.FormatActionResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getFormatActionMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Replays a record and compares chance outcomes, times and choices. Rejected with HINTS_DISABLED while the client
     * plays a match without hints, since it tells what an agent would choose.
     * </pre>
     */
    public void verify(dev.botwerk.v1.VerifyRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.VerifyResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getVerifyMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Replays a record turn by turn as one viewer sees it. Everything but the choices is compared, as by
     * Verify.
     * </pre>
     */
    public void replay(dev.botwerk.v1.ReplayRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.ReplayResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getReplayMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service RulesService.
   * <pre>
   * The rules as stateless functions. Positions are given in the game's notation or as messages. Ports of
   * the rules to other languages are tested against this service.
   * </pre>
   */
  public static final class RulesServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<RulesServiceBlockingV2Stub> {
    private RulesServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected RulesServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new RulesServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Returns the initial position of a match with the given seed.
     * </pre>
     */
    public dev.botwerk.v1.NewPositionResponse newPosition(dev.botwerk.v1.NewPositionRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getNewPositionMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Returns what the options of a match determine and no action changes.
     * </pre>
     */
    public dev.botwerk.v1.DescribeMatchResponse describeMatch(dev.botwerk.v1.DescribeMatchRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getDescribeMatchMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists every action that Apply accepts.
     * </pre>
     */
    public dev.botwerk.v1.LegalActionsResponse legalActions(dev.botwerk.v1.LegalActionsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getLegalActionsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Applies actions to a position, all or none.
     * </pre>
     */
    public dev.botwerk.v1.ApplyResponse apply(dev.botwerk.v1.ApplyRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getApplyMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Returns what one viewer may know of a position.
     * </pre>
     */
    public dev.botwerk.v1.ViewResponse view(dev.botwerk.v1.ViewRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getViewMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Converts a position from text to a message.
     * </pre>
     */
    public dev.botwerk.v1.ParsePositionResponse parsePosition(dev.botwerk.v1.ParsePositionRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getParsePositionMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Converts a position from a message to text.
     * </pre>
     */
    public dev.botwerk.v1.FormatPositionResponse formatPosition(dev.botwerk.v1.FormatPositionRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getFormatPositionMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Converts an action from text to a message.
     * </pre>
     */
    public dev.botwerk.v1.ParseActionResponse parseAction(dev.botwerk.v1.ParseActionRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getParseActionMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Converts an action from a message to text.
     * </pre>
     */
    public dev.botwerk.v1.FormatActionResponse formatAction(dev.botwerk.v1.FormatActionRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getFormatActionMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Replays a record and compares chance outcomes, times and choices. Rejected with HINTS_DISABLED while the client
     * plays a match without hints, since it tells what an agent would choose.
     * </pre>
     */
    public dev.botwerk.v1.VerifyResponse verify(dev.botwerk.v1.VerifyRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getVerifyMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Replays a record turn by turn as one viewer sees it. Everything but the choices is compared, as by
     * Verify.
     * </pre>
     */
    public dev.botwerk.v1.ReplayResponse replay(dev.botwerk.v1.ReplayRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getReplayMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service RulesService.
   * <pre>
   * The rules as stateless functions. Positions are given in the game's notation or as messages. Ports of
   * the rules to other languages are tested against this service.
   * </pre>
   */
  public static final class RulesServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<RulesServiceBlockingStub> {
    private RulesServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected RulesServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new RulesServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Returns the initial position of a match with the given seed.
     * </pre>
     */
    public dev.botwerk.v1.NewPositionResponse newPosition(dev.botwerk.v1.NewPositionRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getNewPositionMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Returns what the options of a match determine and no action changes.
     * </pre>
     */
    public dev.botwerk.v1.DescribeMatchResponse describeMatch(dev.botwerk.v1.DescribeMatchRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getDescribeMatchMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists every action that Apply accepts.
     * </pre>
     */
    public dev.botwerk.v1.LegalActionsResponse legalActions(dev.botwerk.v1.LegalActionsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getLegalActionsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Applies actions to a position, all or none.
     * </pre>
     */
    public dev.botwerk.v1.ApplyResponse apply(dev.botwerk.v1.ApplyRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getApplyMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Returns what one viewer may know of a position.
     * </pre>
     */
    public dev.botwerk.v1.ViewResponse view(dev.botwerk.v1.ViewRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getViewMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Converts a position from text to a message.
     * </pre>
     */
    public dev.botwerk.v1.ParsePositionResponse parsePosition(dev.botwerk.v1.ParsePositionRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getParsePositionMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Converts a position from a message to text.
     * </pre>
     */
    public dev.botwerk.v1.FormatPositionResponse formatPosition(dev.botwerk.v1.FormatPositionRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getFormatPositionMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Converts an action from text to a message.
     * </pre>
     */
    public dev.botwerk.v1.ParseActionResponse parseAction(dev.botwerk.v1.ParseActionRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getParseActionMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Converts an action from a message to text.
     * </pre>
     */
    public dev.botwerk.v1.FormatActionResponse formatAction(dev.botwerk.v1.FormatActionRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getFormatActionMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Replays a record and compares chance outcomes, times and choices. Rejected with HINTS_DISABLED while the client
     * plays a match without hints, since it tells what an agent would choose.
     * </pre>
     */
    public dev.botwerk.v1.VerifyResponse verify(dev.botwerk.v1.VerifyRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getVerifyMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Replays a record turn by turn as one viewer sees it. Everything but the choices is compared, as by
     * Verify.
     * </pre>
     */
    public dev.botwerk.v1.ReplayResponse replay(dev.botwerk.v1.ReplayRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getReplayMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service RulesService.
   * <pre>
   * The rules as stateless functions. Positions are given in the game's notation or as messages. Ports of
   * the rules to other languages are tested against this service.
   * </pre>
   */
  public static final class RulesServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<RulesServiceFutureStub> {
    private RulesServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected RulesServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new RulesServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Returns the initial position of a match with the given seed.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.NewPositionResponse> newPosition(
        dev.botwerk.v1.NewPositionRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getNewPositionMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Returns what the options of a match determine and no action changes.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.DescribeMatchResponse> describeMatch(
        dev.botwerk.v1.DescribeMatchRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getDescribeMatchMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Lists every action that Apply accepts.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.LegalActionsResponse> legalActions(
        dev.botwerk.v1.LegalActionsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getLegalActionsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Applies actions to a position, all or none.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.ApplyResponse> apply(
        dev.botwerk.v1.ApplyRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getApplyMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Returns what one viewer may know of a position.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.ViewResponse> view(
        dev.botwerk.v1.ViewRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getViewMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Converts a position from text to a message.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.ParsePositionResponse> parsePosition(
        dev.botwerk.v1.ParsePositionRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getParsePositionMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Converts a position from a message to text.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.FormatPositionResponse> formatPosition(
        dev.botwerk.v1.FormatPositionRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getFormatPositionMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Converts an action from text to a message.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.ParseActionResponse> parseAction(
        dev.botwerk.v1.ParseActionRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getParseActionMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Converts an action from a message to text.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.FormatActionResponse> formatAction(
        dev.botwerk.v1.FormatActionRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getFormatActionMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Replays a record and compares chance outcomes, times and choices. Rejected with HINTS_DISABLED while the client
     * plays a match without hints, since it tells what an agent would choose.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.VerifyResponse> verify(
        dev.botwerk.v1.VerifyRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getVerifyMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Replays a record turn by turn as one viewer sees it. Everything but the choices is compared, as by
     * Verify.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.ReplayResponse> replay(
        dev.botwerk.v1.ReplayRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getReplayMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_NEW_POSITION = 0;
  private static final int METHODID_DESCRIBE_MATCH = 1;
  private static final int METHODID_LEGAL_ACTIONS = 2;
  private static final int METHODID_APPLY = 3;
  private static final int METHODID_VIEW = 4;
  private static final int METHODID_PARSE_POSITION = 5;
  private static final int METHODID_FORMAT_POSITION = 6;
  private static final int METHODID_PARSE_ACTION = 7;
  private static final int METHODID_FORMAT_ACTION = 8;
  private static final int METHODID_VERIFY = 9;
  private static final int METHODID_REPLAY = 10;

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
        case METHODID_NEW_POSITION:
          serviceImpl.newPosition((dev.botwerk.v1.NewPositionRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.NewPositionResponse>) responseObserver);
          break;
        case METHODID_DESCRIBE_MATCH:
          serviceImpl.describeMatch((dev.botwerk.v1.DescribeMatchRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.DescribeMatchResponse>) responseObserver);
          break;
        case METHODID_LEGAL_ACTIONS:
          serviceImpl.legalActions((dev.botwerk.v1.LegalActionsRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.LegalActionsResponse>) responseObserver);
          break;
        case METHODID_APPLY:
          serviceImpl.apply((dev.botwerk.v1.ApplyRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.ApplyResponse>) responseObserver);
          break;
        case METHODID_VIEW:
          serviceImpl.view((dev.botwerk.v1.ViewRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.ViewResponse>) responseObserver);
          break;
        case METHODID_PARSE_POSITION:
          serviceImpl.parsePosition((dev.botwerk.v1.ParsePositionRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.ParsePositionResponse>) responseObserver);
          break;
        case METHODID_FORMAT_POSITION:
          serviceImpl.formatPosition((dev.botwerk.v1.FormatPositionRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.FormatPositionResponse>) responseObserver);
          break;
        case METHODID_PARSE_ACTION:
          serviceImpl.parseAction((dev.botwerk.v1.ParseActionRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.ParseActionResponse>) responseObserver);
          break;
        case METHODID_FORMAT_ACTION:
          serviceImpl.formatAction((dev.botwerk.v1.FormatActionRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.FormatActionResponse>) responseObserver);
          break;
        case METHODID_VERIFY:
          serviceImpl.verify((dev.botwerk.v1.VerifyRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.VerifyResponse>) responseObserver);
          break;
        case METHODID_REPLAY:
          serviceImpl.replay((dev.botwerk.v1.ReplayRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.ReplayResponse>) responseObserver);
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
          getNewPositionMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.NewPositionRequest,
              dev.botwerk.v1.NewPositionResponse>(
                service, METHODID_NEW_POSITION)))
        .addMethod(
          getDescribeMatchMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.DescribeMatchRequest,
              dev.botwerk.v1.DescribeMatchResponse>(
                service, METHODID_DESCRIBE_MATCH)))
        .addMethod(
          getLegalActionsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.LegalActionsRequest,
              dev.botwerk.v1.LegalActionsResponse>(
                service, METHODID_LEGAL_ACTIONS)))
        .addMethod(
          getApplyMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.ApplyRequest,
              dev.botwerk.v1.ApplyResponse>(
                service, METHODID_APPLY)))
        .addMethod(
          getViewMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.ViewRequest,
              dev.botwerk.v1.ViewResponse>(
                service, METHODID_VIEW)))
        .addMethod(
          getParsePositionMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.ParsePositionRequest,
              dev.botwerk.v1.ParsePositionResponse>(
                service, METHODID_PARSE_POSITION)))
        .addMethod(
          getFormatPositionMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.FormatPositionRequest,
              dev.botwerk.v1.FormatPositionResponse>(
                service, METHODID_FORMAT_POSITION)))
        .addMethod(
          getParseActionMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.ParseActionRequest,
              dev.botwerk.v1.ParseActionResponse>(
                service, METHODID_PARSE_ACTION)))
        .addMethod(
          getFormatActionMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.FormatActionRequest,
              dev.botwerk.v1.FormatActionResponse>(
                service, METHODID_FORMAT_ACTION)))
        .addMethod(
          getVerifyMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.VerifyRequest,
              dev.botwerk.v1.VerifyResponse>(
                service, METHODID_VERIFY)))
        .addMethod(
          getReplayMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.ReplayRequest,
              dev.botwerk.v1.ReplayResponse>(
                service, METHODID_REPLAY)))
        .build();
  }

  private static abstract class RulesServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    RulesServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return dev.botwerk.v1.RulesProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("RulesService");
    }
  }

  private static final class RulesServiceFileDescriptorSupplier
      extends RulesServiceBaseDescriptorSupplier {
    RulesServiceFileDescriptorSupplier() {}
  }

  private static final class RulesServiceMethodDescriptorSupplier
      extends RulesServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    RulesServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (RulesServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new RulesServiceFileDescriptorSupplier())
              .addMethod(getNewPositionMethod())
              .addMethod(getDescribeMatchMethod())
              .addMethod(getLegalActionsMethod())
              .addMethod(getApplyMethod())
              .addMethod(getViewMethod())
              .addMethod(getParsePositionMethod())
              .addMethod(getFormatPositionMethod())
              .addMethod(getParseActionMethod())
              .addMethod(getFormatActionMethod())
              .addMethod(getVerifyMethod())
              .addMethod(getReplayMethod())
              .build();
        }
      }
    }
    return result;
  }
}
