package dev.botwerk.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Creates, plays, watches and ends matches.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class MatchServiceGrpc {

  private MatchServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "botwerk.v1.MatchService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.CreateMatchRequest,
      dev.botwerk.v1.CreateMatchResponse> getCreateMatchMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "CreateMatch",
      requestType = dev.botwerk.v1.CreateMatchRequest.class,
      responseType = dev.botwerk.v1.CreateMatchResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.CreateMatchRequest,
      dev.botwerk.v1.CreateMatchResponse> getCreateMatchMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.CreateMatchRequest, dev.botwerk.v1.CreateMatchResponse> getCreateMatchMethod;
    if ((getCreateMatchMethod = MatchServiceGrpc.getCreateMatchMethod) == null) {
      synchronized (MatchServiceGrpc.class) {
        if ((getCreateMatchMethod = MatchServiceGrpc.getCreateMatchMethod) == null) {
          MatchServiceGrpc.getCreateMatchMethod = getCreateMatchMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.CreateMatchRequest, dev.botwerk.v1.CreateMatchResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "CreateMatch"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.CreateMatchRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.CreateMatchResponse.getDefaultInstance()))
              .setSchemaDescriptor(new MatchServiceMethodDescriptorSupplier("CreateMatch"))
              .build();
        }
      }
    }
    return getCreateMatchMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.GetMatchRequest,
      dev.botwerk.v1.GetMatchResponse> getGetMatchMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetMatch",
      requestType = dev.botwerk.v1.GetMatchRequest.class,
      responseType = dev.botwerk.v1.GetMatchResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.GetMatchRequest,
      dev.botwerk.v1.GetMatchResponse> getGetMatchMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.GetMatchRequest, dev.botwerk.v1.GetMatchResponse> getGetMatchMethod;
    if ((getGetMatchMethod = MatchServiceGrpc.getGetMatchMethod) == null) {
      synchronized (MatchServiceGrpc.class) {
        if ((getGetMatchMethod = MatchServiceGrpc.getGetMatchMethod) == null) {
          MatchServiceGrpc.getGetMatchMethod = getGetMatchMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.GetMatchRequest, dev.botwerk.v1.GetMatchResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetMatch"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.GetMatchRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.GetMatchResponse.getDefaultInstance()))
              .setSchemaDescriptor(new MatchServiceMethodDescriptorSupplier("GetMatch"))
              .build();
        }
      }
    }
    return getGetMatchMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.ListMatchesRequest,
      dev.botwerk.v1.ListMatchesResponse> getListMatchesMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListMatches",
      requestType = dev.botwerk.v1.ListMatchesRequest.class,
      responseType = dev.botwerk.v1.ListMatchesResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.ListMatchesRequest,
      dev.botwerk.v1.ListMatchesResponse> getListMatchesMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.ListMatchesRequest, dev.botwerk.v1.ListMatchesResponse> getListMatchesMethod;
    if ((getListMatchesMethod = MatchServiceGrpc.getListMatchesMethod) == null) {
      synchronized (MatchServiceGrpc.class) {
        if ((getListMatchesMethod = MatchServiceGrpc.getListMatchesMethod) == null) {
          MatchServiceGrpc.getListMatchesMethod = getListMatchesMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.ListMatchesRequest, dev.botwerk.v1.ListMatchesResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListMatches"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.ListMatchesRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.ListMatchesResponse.getDefaultInstance()))
              .setSchemaDescriptor(new MatchServiceMethodDescriptorSupplier("ListMatches"))
              .build();
        }
      }
    }
    return getListMatchesMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.PlayRequest,
      dev.botwerk.v1.PlayResponse> getPlayMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Play",
      requestType = dev.botwerk.v1.PlayRequest.class,
      responseType = dev.botwerk.v1.PlayResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.BIDI_STREAMING)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.PlayRequest,
      dev.botwerk.v1.PlayResponse> getPlayMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.PlayRequest, dev.botwerk.v1.PlayResponse> getPlayMethod;
    if ((getPlayMethod = MatchServiceGrpc.getPlayMethod) == null) {
      synchronized (MatchServiceGrpc.class) {
        if ((getPlayMethod = MatchServiceGrpc.getPlayMethod) == null) {
          MatchServiceGrpc.getPlayMethod = getPlayMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.PlayRequest, dev.botwerk.v1.PlayResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.BIDI_STREAMING)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Play"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.PlayRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.PlayResponse.getDefaultInstance()))
              .setSchemaDescriptor(new MatchServiceMethodDescriptorSupplier("Play"))
              .build();
        }
      }
    }
    return getPlayMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.WatchMatchRequest,
      dev.botwerk.v1.WatchMatchResponse> getWatchMatchMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "WatchMatch",
      requestType = dev.botwerk.v1.WatchMatchRequest.class,
      responseType = dev.botwerk.v1.WatchMatchResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.SERVER_STREAMING)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.WatchMatchRequest,
      dev.botwerk.v1.WatchMatchResponse> getWatchMatchMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.WatchMatchRequest, dev.botwerk.v1.WatchMatchResponse> getWatchMatchMethod;
    if ((getWatchMatchMethod = MatchServiceGrpc.getWatchMatchMethod) == null) {
      synchronized (MatchServiceGrpc.class) {
        if ((getWatchMatchMethod = MatchServiceGrpc.getWatchMatchMethod) == null) {
          MatchServiceGrpc.getWatchMatchMethod = getWatchMatchMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.WatchMatchRequest, dev.botwerk.v1.WatchMatchResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.SERVER_STREAMING)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "WatchMatch"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.WatchMatchRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.WatchMatchResponse.getDefaultInstance()))
              .setSchemaDescriptor(new MatchServiceMethodDescriptorSupplier("WatchMatch"))
              .build();
        }
      }
    }
    return getWatchMatchMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.SubmitActionsRequest,
      dev.botwerk.v1.SubmitActionsResponse> getSubmitActionsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "SubmitActions",
      requestType = dev.botwerk.v1.SubmitActionsRequest.class,
      responseType = dev.botwerk.v1.SubmitActionsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.SubmitActionsRequest,
      dev.botwerk.v1.SubmitActionsResponse> getSubmitActionsMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.SubmitActionsRequest, dev.botwerk.v1.SubmitActionsResponse> getSubmitActionsMethod;
    if ((getSubmitActionsMethod = MatchServiceGrpc.getSubmitActionsMethod) == null) {
      synchronized (MatchServiceGrpc.class) {
        if ((getSubmitActionsMethod = MatchServiceGrpc.getSubmitActionsMethod) == null) {
          MatchServiceGrpc.getSubmitActionsMethod = getSubmitActionsMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.SubmitActionsRequest, dev.botwerk.v1.SubmitActionsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "SubmitActions"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.SubmitActionsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.SubmitActionsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new MatchServiceMethodDescriptorSupplier("SubmitActions"))
              .build();
        }
      }
    }
    return getSubmitActionsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.ResignRequest,
      dev.botwerk.v1.ResignResponse> getResignMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Resign",
      requestType = dev.botwerk.v1.ResignRequest.class,
      responseType = dev.botwerk.v1.ResignResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.ResignRequest,
      dev.botwerk.v1.ResignResponse> getResignMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.ResignRequest, dev.botwerk.v1.ResignResponse> getResignMethod;
    if ((getResignMethod = MatchServiceGrpc.getResignMethod) == null) {
      synchronized (MatchServiceGrpc.class) {
        if ((getResignMethod = MatchServiceGrpc.getResignMethod) == null) {
          MatchServiceGrpc.getResignMethod = getResignMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.ResignRequest, dev.botwerk.v1.ResignResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Resign"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.ResignRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.ResignResponse.getDefaultInstance()))
              .setSchemaDescriptor(new MatchServiceMethodDescriptorSupplier("Resign"))
              .build();
        }
      }
    }
    return getResignMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.AbortRequest,
      dev.botwerk.v1.AbortResponse> getAbortMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "Abort",
      requestType = dev.botwerk.v1.AbortRequest.class,
      responseType = dev.botwerk.v1.AbortResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.AbortRequest,
      dev.botwerk.v1.AbortResponse> getAbortMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.AbortRequest, dev.botwerk.v1.AbortResponse> getAbortMethod;
    if ((getAbortMethod = MatchServiceGrpc.getAbortMethod) == null) {
      synchronized (MatchServiceGrpc.class) {
        if ((getAbortMethod = MatchServiceGrpc.getAbortMethod) == null) {
          MatchServiceGrpc.getAbortMethod = getAbortMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.AbortRequest, dev.botwerk.v1.AbortResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "Abort"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.AbortRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.AbortResponse.getDefaultInstance()))
              .setSchemaDescriptor(new MatchServiceMethodDescriptorSupplier("Abort"))
              .build();
        }
      }
    }
    return getAbortMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.GetRecordRequest,
      dev.botwerk.v1.GetRecordResponse> getGetRecordMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetRecord",
      requestType = dev.botwerk.v1.GetRecordRequest.class,
      responseType = dev.botwerk.v1.GetRecordResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.SERVER_STREAMING)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.GetRecordRequest,
      dev.botwerk.v1.GetRecordResponse> getGetRecordMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.GetRecordRequest, dev.botwerk.v1.GetRecordResponse> getGetRecordMethod;
    if ((getGetRecordMethod = MatchServiceGrpc.getGetRecordMethod) == null) {
      synchronized (MatchServiceGrpc.class) {
        if ((getGetRecordMethod = MatchServiceGrpc.getGetRecordMethod) == null) {
          MatchServiceGrpc.getGetRecordMethod = getGetRecordMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.GetRecordRequest, dev.botwerk.v1.GetRecordResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.SERVER_STREAMING)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetRecord"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.GetRecordRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.GetRecordResponse.getDefaultInstance()))
              .setSchemaDescriptor(new MatchServiceMethodDescriptorSupplier("GetRecord"))
              .build();
        }
      }
    }
    return getGetRecordMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static MatchServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<MatchServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<MatchServiceStub>() {
        @java.lang.Override
        public MatchServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new MatchServiceStub(channel, callOptions);
        }
      };
    return MatchServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static MatchServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<MatchServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<MatchServiceBlockingV2Stub>() {
        @java.lang.Override
        public MatchServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new MatchServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return MatchServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static MatchServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<MatchServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<MatchServiceBlockingStub>() {
        @java.lang.Override
        public MatchServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new MatchServiceBlockingStub(channel, callOptions);
        }
      };
    return MatchServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static MatchServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<MatchServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<MatchServiceFutureStub>() {
        @java.lang.Override
        public MatchServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new MatchServiceFutureStub(channel, callOptions);
        }
      };
    return MatchServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Creates, plays, watches and ends matches.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Creates a match. A repeated call with the same request_id returns the match that the first one
     * created.
     * </pre>
     */
    default void createMatch(dev.botwerk.v1.CreateMatchRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.CreateMatchResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getCreateMatchMethod(), responseObserver);
    }

    /**
     * <pre>
     * Returns one match.
     * </pre>
     */
    default void getMatch(dev.botwerk.v1.GetMatchRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.GetMatchResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetMatchMethod(), responseObserver);
    }

    /**
     * <pre>
     * Lists matches, newest first.
     * </pre>
     */
    default void listMatches(dev.botwerk.v1.ListMatchesRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.ListMatchesResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListMatchesMethod(), responseObserver);
    }

    /**
     * <pre>
     * Plays any number of seats in any matches over one stream.
     * </pre>
     */
    default io.grpc.stub.StreamObserver<dev.botwerk.v1.PlayRequest> play(
        io.grpc.stub.StreamObserver<dev.botwerk.v1.PlayResponse> responseObserver) {
      return io.grpc.stub.ServerCalls.asyncUnimplementedStreamingCall(getPlayMethod(), responseObserver);
    }

    /**
     * <pre>
     * Streams matches to a spectator or, with a seat token, one match to its seat.
     * </pre>
     */
    default void watchMatch(dev.botwerk.v1.WatchMatchRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.WatchMatchResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getWatchMatchMethod(), responseObserver);
    }

    /**
     * <pre>
     * Submits actions without a Play stream. Equivalent to a Submission in Play.
     * </pre>
     */
    default void submitActions(dev.botwerk.v1.SubmitActionsRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.SubmitActionsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getSubmitActionsMethod(), responseObserver);
    }

    /**
     * <pre>
     * Removes the seat from the match.
     * </pre>
     */
    default void resign(dev.botwerk.v1.ResignRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.ResignResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getResignMethod(), responseObserver);
    }

    /**
     * <pre>
     * Ends the match without a result.
     * </pre>
     */
    default void abort(dev.botwerk.v1.AbortRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.AbortResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getAbortMethod(), responseObserver);
    }

    /**
     * <pre>
     * Streams the record of a finished match in chunks of whole lines.
     * </pre>
     */
    default void getRecord(dev.botwerk.v1.GetRecordRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.GetRecordResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetRecordMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service MatchService.
   * <pre>
   * Creates, plays, watches and ends matches.
   * </pre>
   */
  public static abstract class MatchServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return MatchServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service MatchService.
   * <pre>
   * Creates, plays, watches and ends matches.
   * </pre>
   */
  public static final class MatchServiceStub
      extends io.grpc.stub.AbstractAsyncStub<MatchServiceStub> {
    private MatchServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected MatchServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new MatchServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * Creates a match. A repeated call with the same request_id returns the match that the first one
     * created.
     * </pre>
     */
    public void createMatch(dev.botwerk.v1.CreateMatchRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.CreateMatchResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getCreateMatchMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Returns one match.
     * </pre>
     */
    public void getMatch(dev.botwerk.v1.GetMatchRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.GetMatchResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetMatchMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Lists matches, newest first.
     * </pre>
     */
    public void listMatches(dev.botwerk.v1.ListMatchesRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.ListMatchesResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListMatchesMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Plays any number of seats in any matches over one stream.
     * </pre>
     */
    public io.grpc.stub.StreamObserver<dev.botwerk.v1.PlayRequest> play(
        io.grpc.stub.StreamObserver<dev.botwerk.v1.PlayResponse> responseObserver) {
      return io.grpc.stub.ClientCalls.asyncBidiStreamingCall(
          getChannel().newCall(getPlayMethod(), getCallOptions()), responseObserver);
    }

    /**
     * <pre>
     * Streams matches to a spectator or, with a seat token, one match to its seat.
     * </pre>
     */
    public void watchMatch(dev.botwerk.v1.WatchMatchRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.WatchMatchResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncServerStreamingCall(
          getChannel().newCall(getWatchMatchMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Submits actions without a Play stream. Equivalent to a Submission in Play.
     * </pre>
     */
    public void submitActions(dev.botwerk.v1.SubmitActionsRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.SubmitActionsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getSubmitActionsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Removes the seat from the match.
     * </pre>
     */
    public void resign(dev.botwerk.v1.ResignRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.ResignResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getResignMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Ends the match without a result.
     * </pre>
     */
    public void abort(dev.botwerk.v1.AbortRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.AbortResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getAbortMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Streams the record of a finished match in chunks of whole lines.
     * </pre>
     */
    public void getRecord(dev.botwerk.v1.GetRecordRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.GetRecordResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncServerStreamingCall(
          getChannel().newCall(getGetRecordMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service MatchService.
   * <pre>
   * Creates, plays, watches and ends matches.
   * </pre>
   */
  public static final class MatchServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<MatchServiceBlockingV2Stub> {
    private MatchServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected MatchServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new MatchServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Creates a match. A repeated call with the same request_id returns the match that the first one
     * created.
     * </pre>
     */
    public dev.botwerk.v1.CreateMatchResponse createMatch(dev.botwerk.v1.CreateMatchRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getCreateMatchMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Returns one match.
     * </pre>
     */
    public dev.botwerk.v1.GetMatchResponse getMatch(dev.botwerk.v1.GetMatchRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetMatchMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists matches, newest first.
     * </pre>
     */
    public dev.botwerk.v1.ListMatchesResponse listMatches(dev.botwerk.v1.ListMatchesRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListMatchesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Plays any number of seats in any matches over one stream.
     * </pre>
     */
    @io.grpc.ExperimentalApi("https://github.com/grpc/grpc-java/issues/10918")
    public io.grpc.stub.BlockingClientCall<dev.botwerk.v1.PlayRequest, dev.botwerk.v1.PlayResponse>
        play() {
      return io.grpc.stub.ClientCalls.blockingBidiStreamingCall(
          getChannel(), getPlayMethod(), getCallOptions());
    }

    /**
     * <pre>
     * Streams matches to a spectator or, with a seat token, one match to its seat.
     * </pre>
     */
    @io.grpc.ExperimentalApi("https://github.com/grpc/grpc-java/issues/10918")
    public io.grpc.stub.BlockingClientCall<?, dev.botwerk.v1.WatchMatchResponse>
        watchMatch(dev.botwerk.v1.WatchMatchRequest request) {
      return io.grpc.stub.ClientCalls.blockingV2ServerStreamingCall(
          getChannel(), getWatchMatchMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Submits actions without a Play stream. Equivalent to a Submission in Play.
     * </pre>
     */
    public dev.botwerk.v1.SubmitActionsResponse submitActions(dev.botwerk.v1.SubmitActionsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getSubmitActionsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Removes the seat from the match.
     * </pre>
     */
    public dev.botwerk.v1.ResignResponse resign(dev.botwerk.v1.ResignRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getResignMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Ends the match without a result.
     * </pre>
     */
    public dev.botwerk.v1.AbortResponse abort(dev.botwerk.v1.AbortRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getAbortMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Streams the record of a finished match in chunks of whole lines.
     * </pre>
     */
    @io.grpc.ExperimentalApi("https://github.com/grpc/grpc-java/issues/10918")
    public io.grpc.stub.BlockingClientCall<?, dev.botwerk.v1.GetRecordResponse>
        getRecord(dev.botwerk.v1.GetRecordRequest request) {
      return io.grpc.stub.ClientCalls.blockingV2ServerStreamingCall(
          getChannel(), getGetRecordMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service MatchService.
   * <pre>
   * Creates, plays, watches and ends matches.
   * </pre>
   */
  public static final class MatchServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<MatchServiceBlockingStub> {
    private MatchServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected MatchServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new MatchServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Creates a match. A repeated call with the same request_id returns the match that the first one
     * created.
     * </pre>
     */
    public dev.botwerk.v1.CreateMatchResponse createMatch(dev.botwerk.v1.CreateMatchRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getCreateMatchMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Returns one match.
     * </pre>
     */
    public dev.botwerk.v1.GetMatchResponse getMatch(dev.botwerk.v1.GetMatchRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetMatchMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists matches, newest first.
     * </pre>
     */
    public dev.botwerk.v1.ListMatchesResponse listMatches(dev.botwerk.v1.ListMatchesRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListMatchesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Streams matches to a spectator or, with a seat token, one match to its seat.
     * </pre>
     */
    public java.util.Iterator<dev.botwerk.v1.WatchMatchResponse> watchMatch(
        dev.botwerk.v1.WatchMatchRequest request) {
      return io.grpc.stub.ClientCalls.blockingServerStreamingCall(
          getChannel(), getWatchMatchMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Submits actions without a Play stream. Equivalent to a Submission in Play.
     * </pre>
     */
    public dev.botwerk.v1.SubmitActionsResponse submitActions(dev.botwerk.v1.SubmitActionsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getSubmitActionsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Removes the seat from the match.
     * </pre>
     */
    public dev.botwerk.v1.ResignResponse resign(dev.botwerk.v1.ResignRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getResignMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Ends the match without a result.
     * </pre>
     */
    public dev.botwerk.v1.AbortResponse abort(dev.botwerk.v1.AbortRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getAbortMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Streams the record of a finished match in chunks of whole lines.
     * </pre>
     */
    public java.util.Iterator<dev.botwerk.v1.GetRecordResponse> getRecord(
        dev.botwerk.v1.GetRecordRequest request) {
      return io.grpc.stub.ClientCalls.blockingServerStreamingCall(
          getChannel(), getGetRecordMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service MatchService.
   * <pre>
   * Creates, plays, watches and ends matches.
   * </pre>
   */
  public static final class MatchServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<MatchServiceFutureStub> {
    private MatchServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected MatchServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new MatchServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Creates a match. A repeated call with the same request_id returns the match that the first one
     * created.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.CreateMatchResponse> createMatch(
        dev.botwerk.v1.CreateMatchRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getCreateMatchMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Returns one match.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.GetMatchResponse> getMatch(
        dev.botwerk.v1.GetMatchRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetMatchMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Lists matches, newest first.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.ListMatchesResponse> listMatches(
        dev.botwerk.v1.ListMatchesRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListMatchesMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Submits actions without a Play stream. Equivalent to a Submission in Play.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.SubmitActionsResponse> submitActions(
        dev.botwerk.v1.SubmitActionsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getSubmitActionsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Removes the seat from the match.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.ResignResponse> resign(
        dev.botwerk.v1.ResignRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getResignMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Ends the match without a result.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.AbortResponse> abort(
        dev.botwerk.v1.AbortRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getAbortMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_CREATE_MATCH = 0;
  private static final int METHODID_GET_MATCH = 1;
  private static final int METHODID_LIST_MATCHES = 2;
  private static final int METHODID_WATCH_MATCH = 3;
  private static final int METHODID_SUBMIT_ACTIONS = 4;
  private static final int METHODID_RESIGN = 5;
  private static final int METHODID_ABORT = 6;
  private static final int METHODID_GET_RECORD = 7;
  private static final int METHODID_PLAY = 8;

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
        case METHODID_CREATE_MATCH:
          serviceImpl.createMatch((dev.botwerk.v1.CreateMatchRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.CreateMatchResponse>) responseObserver);
          break;
        case METHODID_GET_MATCH:
          serviceImpl.getMatch((dev.botwerk.v1.GetMatchRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.GetMatchResponse>) responseObserver);
          break;
        case METHODID_LIST_MATCHES:
          serviceImpl.listMatches((dev.botwerk.v1.ListMatchesRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.ListMatchesResponse>) responseObserver);
          break;
        case METHODID_WATCH_MATCH:
          serviceImpl.watchMatch((dev.botwerk.v1.WatchMatchRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.WatchMatchResponse>) responseObserver);
          break;
        case METHODID_SUBMIT_ACTIONS:
          serviceImpl.submitActions((dev.botwerk.v1.SubmitActionsRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.SubmitActionsResponse>) responseObserver);
          break;
        case METHODID_RESIGN:
          serviceImpl.resign((dev.botwerk.v1.ResignRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.ResignResponse>) responseObserver);
          break;
        case METHODID_ABORT:
          serviceImpl.abort((dev.botwerk.v1.AbortRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.AbortResponse>) responseObserver);
          break;
        case METHODID_GET_RECORD:
          serviceImpl.getRecord((dev.botwerk.v1.GetRecordRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.GetRecordResponse>) responseObserver);
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
        case METHODID_PLAY:
          return (io.grpc.stub.StreamObserver<Req>) serviceImpl.play(
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.PlayResponse>) responseObserver);
        default:
          throw new AssertionError();
      }
    }
  }

  public static final io.grpc.ServerServiceDefinition bindService(AsyncService service) {
    return io.grpc.ServerServiceDefinition.builder(getServiceDescriptor())
        .addMethod(
          getCreateMatchMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.CreateMatchRequest,
              dev.botwerk.v1.CreateMatchResponse>(
                service, METHODID_CREATE_MATCH)))
        .addMethod(
          getGetMatchMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.GetMatchRequest,
              dev.botwerk.v1.GetMatchResponse>(
                service, METHODID_GET_MATCH)))
        .addMethod(
          getListMatchesMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.ListMatchesRequest,
              dev.botwerk.v1.ListMatchesResponse>(
                service, METHODID_LIST_MATCHES)))
        .addMethod(
          getPlayMethod(),
          io.grpc.stub.ServerCalls.asyncBidiStreamingCall(
            new MethodHandlers<
              dev.botwerk.v1.PlayRequest,
              dev.botwerk.v1.PlayResponse>(
                service, METHODID_PLAY)))
        .addMethod(
          getWatchMatchMethod(),
          io.grpc.stub.ServerCalls.asyncServerStreamingCall(
            new MethodHandlers<
              dev.botwerk.v1.WatchMatchRequest,
              dev.botwerk.v1.WatchMatchResponse>(
                service, METHODID_WATCH_MATCH)))
        .addMethod(
          getSubmitActionsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.SubmitActionsRequest,
              dev.botwerk.v1.SubmitActionsResponse>(
                service, METHODID_SUBMIT_ACTIONS)))
        .addMethod(
          getResignMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.ResignRequest,
              dev.botwerk.v1.ResignResponse>(
                service, METHODID_RESIGN)))
        .addMethod(
          getAbortMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.AbortRequest,
              dev.botwerk.v1.AbortResponse>(
                service, METHODID_ABORT)))
        .addMethod(
          getGetRecordMethod(),
          io.grpc.stub.ServerCalls.asyncServerStreamingCall(
            new MethodHandlers<
              dev.botwerk.v1.GetRecordRequest,
              dev.botwerk.v1.GetRecordResponse>(
                service, METHODID_GET_RECORD)))
        .build();
  }

  private static abstract class MatchServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    MatchServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return dev.botwerk.v1.MatchProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("MatchService");
    }
  }

  private static final class MatchServiceFileDescriptorSupplier
      extends MatchServiceBaseDescriptorSupplier {
    MatchServiceFileDescriptorSupplier() {}
  }

  private static final class MatchServiceMethodDescriptorSupplier
      extends MatchServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    MatchServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (MatchServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new MatchServiceFileDescriptorSupplier())
              .addMethod(getCreateMatchMethod())
              .addMethod(getGetMatchMethod())
              .addMethod(getListMatchesMethod())
              .addMethod(getPlayMethod())
              .addMethod(getWatchMatchMethod())
              .addMethod(getSubmitActionsMethod())
              .addMethod(getResignMethod())
              .addMethod(getAbortMethod())
              .addMethod(getGetRecordMethod())
              .build();
        }
      }
    }
    return result;
  }
}
