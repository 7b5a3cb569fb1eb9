package dev.botwerk.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Registers bots and invites them to matches.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class BotServiceGrpc {

  private BotServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "botwerk.v1.BotService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.RegisterBotRequest,
      dev.botwerk.v1.RegisterBotResponse> getRegisterBotMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "RegisterBot",
      requestType = dev.botwerk.v1.RegisterBotRequest.class,
      responseType = dev.botwerk.v1.RegisterBotResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.RegisterBotRequest,
      dev.botwerk.v1.RegisterBotResponse> getRegisterBotMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.RegisterBotRequest, dev.botwerk.v1.RegisterBotResponse> getRegisterBotMethod;
    if ((getRegisterBotMethod = BotServiceGrpc.getRegisterBotMethod) == null) {
      synchronized (BotServiceGrpc.class) {
        if ((getRegisterBotMethod = BotServiceGrpc.getRegisterBotMethod) == null) {
          BotServiceGrpc.getRegisterBotMethod = getRegisterBotMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.RegisterBotRequest, dev.botwerk.v1.RegisterBotResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "RegisterBot"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.RegisterBotRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.RegisterBotResponse.getDefaultInstance()))
              .setSchemaDescriptor(new BotServiceMethodDescriptorSupplier("RegisterBot"))
              .build();
        }
      }
    }
    return getRegisterBotMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.StreamInvitationsRequest,
      dev.botwerk.v1.StreamInvitationsResponse> getStreamInvitationsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "StreamInvitations",
      requestType = dev.botwerk.v1.StreamInvitationsRequest.class,
      responseType = dev.botwerk.v1.StreamInvitationsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.SERVER_STREAMING)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.StreamInvitationsRequest,
      dev.botwerk.v1.StreamInvitationsResponse> getStreamInvitationsMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.StreamInvitationsRequest, dev.botwerk.v1.StreamInvitationsResponse> getStreamInvitationsMethod;
    if ((getStreamInvitationsMethod = BotServiceGrpc.getStreamInvitationsMethod) == null) {
      synchronized (BotServiceGrpc.class) {
        if ((getStreamInvitationsMethod = BotServiceGrpc.getStreamInvitationsMethod) == null) {
          BotServiceGrpc.getStreamInvitationsMethod = getStreamInvitationsMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.StreamInvitationsRequest, dev.botwerk.v1.StreamInvitationsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.SERVER_STREAMING)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "StreamInvitations"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.StreamInvitationsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.StreamInvitationsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new BotServiceMethodDescriptorSupplier("StreamInvitations"))
              .build();
        }
      }
    }
    return getStreamInvitationsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.ListBotsRequest,
      dev.botwerk.v1.ListBotsResponse> getListBotsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListBots",
      requestType = dev.botwerk.v1.ListBotsRequest.class,
      responseType = dev.botwerk.v1.ListBotsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.ListBotsRequest,
      dev.botwerk.v1.ListBotsResponse> getListBotsMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.ListBotsRequest, dev.botwerk.v1.ListBotsResponse> getListBotsMethod;
    if ((getListBotsMethod = BotServiceGrpc.getListBotsMethod) == null) {
      synchronized (BotServiceGrpc.class) {
        if ((getListBotsMethod = BotServiceGrpc.getListBotsMethod) == null) {
          BotServiceGrpc.getListBotsMethod = getListBotsMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.ListBotsRequest, dev.botwerk.v1.ListBotsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListBots"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.ListBotsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.ListBotsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new BotServiceMethodDescriptorSupplier("ListBots"))
              .build();
        }
      }
    }
    return getListBotsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.AppendSeatLogRequest,
      dev.botwerk.v1.AppendSeatLogResponse> getAppendSeatLogMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "AppendSeatLog",
      requestType = dev.botwerk.v1.AppendSeatLogRequest.class,
      responseType = dev.botwerk.v1.AppendSeatLogResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.AppendSeatLogRequest,
      dev.botwerk.v1.AppendSeatLogResponse> getAppendSeatLogMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.AppendSeatLogRequest, dev.botwerk.v1.AppendSeatLogResponse> getAppendSeatLogMethod;
    if ((getAppendSeatLogMethod = BotServiceGrpc.getAppendSeatLogMethod) == null) {
      synchronized (BotServiceGrpc.class) {
        if ((getAppendSeatLogMethod = BotServiceGrpc.getAppendSeatLogMethod) == null) {
          BotServiceGrpc.getAppendSeatLogMethod = getAppendSeatLogMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.AppendSeatLogRequest, dev.botwerk.v1.AppendSeatLogResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "AppendSeatLog"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.AppendSeatLogRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.AppendSeatLogResponse.getDefaultInstance()))
              .setSchemaDescriptor(new BotServiceMethodDescriptorSupplier("AppendSeatLog"))
              .build();
        }
      }
    }
    return getAppendSeatLogMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.GetSeatLogRequest,
      dev.botwerk.v1.GetSeatLogResponse> getGetSeatLogMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetSeatLog",
      requestType = dev.botwerk.v1.GetSeatLogRequest.class,
      responseType = dev.botwerk.v1.GetSeatLogResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.GetSeatLogRequest,
      dev.botwerk.v1.GetSeatLogResponse> getGetSeatLogMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.GetSeatLogRequest, dev.botwerk.v1.GetSeatLogResponse> getGetSeatLogMethod;
    if ((getGetSeatLogMethod = BotServiceGrpc.getGetSeatLogMethod) == null) {
      synchronized (BotServiceGrpc.class) {
        if ((getGetSeatLogMethod = BotServiceGrpc.getGetSeatLogMethod) == null) {
          BotServiceGrpc.getGetSeatLogMethod = getGetSeatLogMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.GetSeatLogRequest, dev.botwerk.v1.GetSeatLogResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetSeatLog"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.GetSeatLogRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.GetSeatLogResponse.getDefaultInstance()))
              .setSchemaDescriptor(new BotServiceMethodDescriptorSupplier("GetSeatLog"))
              .build();
        }
      }
    }
    return getGetSeatLogMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static BotServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<BotServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<BotServiceStub>() {
        @java.lang.Override
        public BotServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new BotServiceStub(channel, callOptions);
        }
      };
    return BotServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static BotServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<BotServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<BotServiceBlockingV2Stub>() {
        @java.lang.Override
        public BotServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new BotServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return BotServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static BotServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<BotServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<BotServiceBlockingStub>() {
        @java.lang.Override
        public BotServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new BotServiceBlockingStub(channel, callOptions);
        }
      };
    return BotServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static BotServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<BotServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<BotServiceFutureStub>() {
        @java.lang.Override
        public BotServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new BotServiceFutureStub(channel, callOptions);
        }
      };
    return BotServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Registers bots and invites them to matches.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Registers a bot, or issues a new token for a registered one if the request says so. The previous
     * token is then revoked: streams that it opened end with BAD_TOKEN, on every server. Without
     * `rotate_token` the name of a registered bot is rejected with NAME_TAKEN. Requires the server's
     * admin token if one is configured, or `bot_token`.
     * </pre>
     */
    default void registerBot(dev.botwerk.v1.RegisterBotRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.RegisterBotResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getRegisterBotMethod(), responseObserver);
    }

    /**
     * <pre>
     * Streams match invitations. The bot is online while the stream is open; a newer stream of the
     * same bot replaces it. Ends with WRONG_SERVER if another server of the same database directs a
     * running tournament of the bot, and this one none; with BAD_TOKEN if another token was issued for
     * the bot.
     * </pre>
     */
    default void streamInvitations(dev.botwerk.v1.StreamInvitationsRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.StreamInvitationsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getStreamInvitationsMethod(), responseObserver);
    }

    /**
     * <pre>
     * Lists bots by name.
     * </pre>
     */
    default void listBots(dev.botwerk.v1.ListBotsRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.ListBotsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListBotsMethod(), responseObserver);
    }

    /**
     * <pre>
     * Appends to the log of a seat: what its bot writes to standard error. The server keeps the last
     * 65,536 bytes of a log, also after the end of the match.
     * </pre>
     */
    default void appendSeatLog(dev.botwerk.v1.AppendSeatLogRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.AppendSeatLogResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getAppendSeatLogMethod(), responseObserver);
    }

    /**
     * <pre>
     * Returns the log of a seat to the bot that plays it, and to the operator.
     * </pre>
     */
    default void getSeatLog(dev.botwerk.v1.GetSeatLogRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.GetSeatLogResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetSeatLogMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service BotService.
   * <pre>
   * Registers bots and invites them to matches.
   * </pre>
   */
  public static abstract class BotServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return BotServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service BotService.
   * <pre>
   * Registers bots and invites them to matches.
   * </pre>
   */
  public static final class BotServiceStub
      extends io.grpc.stub.AbstractAsyncStub<BotServiceStub> {
    private BotServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected BotServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new BotServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * Registers a bot, or issues a new token for a registered one if the request says so. The previous
     * token is then revoked: streams that it opened end with BAD_TOKEN, on every server. Without
     * `rotate_token` the name of a registered bot is rejected with NAME_TAKEN. Requires the server's
     * admin token if one is configured, or `bot_token`.
     * </pre>
     */
    public void registerBot(dev.botwerk.v1.RegisterBotRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.RegisterBotResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getRegisterBotMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Streams match invitations. The bot is online while the stream is open; a newer stream of the
     * same bot replaces it. Ends with WRONG_SERVER if another server of the same database directs a
     * running tournament of the bot, and this one none; with BAD_TOKEN if another token was issued for
     * the bot.
     * </pre>
     */
    public void streamInvitations(dev.botwerk.v1.StreamInvitationsRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.StreamInvitationsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncServerStreamingCall(
          getChannel().newCall(getStreamInvitationsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Lists bots by name.
     * </pre>
     */
    public void listBots(dev.botwerk.v1.ListBotsRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.ListBotsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListBotsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Appends to the log of a seat: what its bot writes to standard error. The server keeps the last
     * 65,536 bytes of a log, also after the end of the match.
     * </pre>
     */
    public void appendSeatLog(dev.botwerk.v1.AppendSeatLogRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.AppendSeatLogResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getAppendSeatLogMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Returns the log of a seat to the bot that plays it, and to the operator.
     * </pre>
     */
    public void getSeatLog(dev.botwerk.v1.GetSeatLogRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.GetSeatLogResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetSeatLogMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service BotService.
   * <pre>
   * Registers bots and invites them to matches.
   * </pre>
   */
  public static final class BotServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<BotServiceBlockingV2Stub> {
    private BotServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected BotServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new BotServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Registers a bot, or issues a new token for a registered one if the request says so. The previous
     * token is then revoked: streams that it opened end with BAD_TOKEN, on every server. Without
     * `rotate_token` the name of a registered bot is rejected with NAME_TAKEN. Requires the server's
     * admin token if one is configured, or `bot_token`.
     * </pre>
     */
    public dev.botwerk.v1.RegisterBotResponse registerBot(dev.botwerk.v1.RegisterBotRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getRegisterBotMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Streams match invitations. The bot is online while the stream is open; a newer stream of the
     * same bot replaces it. Ends with WRONG_SERVER if another server of the same database directs a
     * running tournament of the bot, and this one none; with BAD_TOKEN if another token was issued for
     * the bot.
     * </pre>
     */
    @io.grpc.ExperimentalApi("https://github.com/grpc/grpc-java/issues/10918")
    public io.grpc.stub.BlockingClientCall<?, dev.botwerk.v1.StreamInvitationsResponse>
        streamInvitations(dev.botwerk.v1.StreamInvitationsRequest request) {
      return io.grpc.stub.ClientCalls.blockingV2ServerStreamingCall(
          getChannel(), getStreamInvitationsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists bots by name.
     * </pre>
     */
    public dev.botwerk.v1.ListBotsResponse listBots(dev.botwerk.v1.ListBotsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListBotsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Appends to the log of a seat: what its bot writes to standard error. The server keeps the last
     * 65,536 bytes of a log, also after the end of the match.
     * </pre>
     */
    public dev.botwerk.v1.AppendSeatLogResponse appendSeatLog(dev.botwerk.v1.AppendSeatLogRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getAppendSeatLogMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Returns the log of a seat to the bot that plays it, and to the operator.
     * </pre>
     */
    public dev.botwerk.v1.GetSeatLogResponse getSeatLog(dev.botwerk.v1.GetSeatLogRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetSeatLogMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service BotService.
   * <pre>
   * Registers bots and invites them to matches.
   * </pre>
   */
  public static final class BotServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<BotServiceBlockingStub> {
    private BotServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected BotServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new BotServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Registers a bot, or issues a new token for a registered one if the request says so. The previous
     * token is then revoked: streams that it opened end with BAD_TOKEN, on every server. Without
     * `rotate_token` the name of a registered bot is rejected with NAME_TAKEN. Requires the server's
     * admin token if one is configured, or `bot_token`.
     * </pre>
     */
    public dev.botwerk.v1.RegisterBotResponse registerBot(dev.botwerk.v1.RegisterBotRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getRegisterBotMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Streams match invitations. The bot is online while the stream is open; a newer stream of the
     * same bot replaces it. Ends with WRONG_SERVER if another server of the same database directs a
     * running tournament of the bot, and this one none; with BAD_TOKEN if another token was issued for
     * the bot.
     * </pre>
     */
    public java.util.Iterator<dev.botwerk.v1.StreamInvitationsResponse> streamInvitations(
        dev.botwerk.v1.StreamInvitationsRequest request) {
      return io.grpc.stub.ClientCalls.blockingServerStreamingCall(
          getChannel(), getStreamInvitationsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists bots by name.
     * </pre>
     */
    public dev.botwerk.v1.ListBotsResponse listBots(dev.botwerk.v1.ListBotsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListBotsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Appends to the log of a seat: what its bot writes to standard error. The server keeps the last
     * 65,536 bytes of a log, also after the end of the match.
     * </pre>
     */
    public dev.botwerk.v1.AppendSeatLogResponse appendSeatLog(dev.botwerk.v1.AppendSeatLogRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getAppendSeatLogMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Returns the log of a seat to the bot that plays it, and to the operator.
     * </pre>
     */
    public dev.botwerk.v1.GetSeatLogResponse getSeatLog(dev.botwerk.v1.GetSeatLogRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetSeatLogMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service BotService.
   * <pre>
   * Registers bots and invites them to matches.
   * </pre>
   */
  public static final class BotServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<BotServiceFutureStub> {
    private BotServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected BotServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new BotServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Registers a bot, or issues a new token for a registered one if the request says so. The previous
     * token is then revoked: streams that it opened end with BAD_TOKEN, on every server. Without
     * `rotate_token` the name of a registered bot is rejected with NAME_TAKEN. Requires the server's
     * admin token if one is configured, or `bot_token`.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.RegisterBotResponse> registerBot(
        dev.botwerk.v1.RegisterBotRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getRegisterBotMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Lists bots by name.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.ListBotsResponse> listBots(
        dev.botwerk.v1.ListBotsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListBotsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Appends to the log of a seat: what its bot writes to standard error. The server keeps the last
     * 65,536 bytes of a log, also after the end of the match.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.AppendSeatLogResponse> appendSeatLog(
        dev.botwerk.v1.AppendSeatLogRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getAppendSeatLogMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Returns the log of a seat to the bot that plays it, and to the operator.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.GetSeatLogResponse> getSeatLog(
        dev.botwerk.v1.GetSeatLogRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetSeatLogMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_REGISTER_BOT = 0;
  private static final int METHODID_STREAM_INVITATIONS = 1;
  private static final int METHODID_LIST_BOTS = 2;
  private static final int METHODID_APPEND_SEAT_LOG = 3;
  private static final int METHODID_GET_SEAT_LOG = 4;

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
        case METHODID_REGISTER_BOT:
          serviceImpl.registerBot((dev.botwerk.v1.RegisterBotRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.RegisterBotResponse>) responseObserver);
          break;
        case METHODID_STREAM_INVITATIONS:
          serviceImpl.streamInvitations((dev.botwerk.v1.StreamInvitationsRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.StreamInvitationsResponse>) responseObserver);
          break;
        case METHODID_LIST_BOTS:
          serviceImpl.listBots((dev.botwerk.v1.ListBotsRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.ListBotsResponse>) responseObserver);
          break;
        case METHODID_APPEND_SEAT_LOG:
          serviceImpl.appendSeatLog((dev.botwerk.v1.AppendSeatLogRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.AppendSeatLogResponse>) responseObserver);
          break;
        case METHODID_GET_SEAT_LOG:
          serviceImpl.getSeatLog((dev.botwerk.v1.GetSeatLogRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.GetSeatLogResponse>) responseObserver);
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
          getRegisterBotMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.RegisterBotRequest,
              dev.botwerk.v1.RegisterBotResponse>(
                service, METHODID_REGISTER_BOT)))
        .addMethod(
          getStreamInvitationsMethod(),
          io.grpc.stub.ServerCalls.asyncServerStreamingCall(
            new MethodHandlers<
              dev.botwerk.v1.StreamInvitationsRequest,
              dev.botwerk.v1.StreamInvitationsResponse>(
                service, METHODID_STREAM_INVITATIONS)))
        .addMethod(
          getListBotsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.ListBotsRequest,
              dev.botwerk.v1.ListBotsResponse>(
                service, METHODID_LIST_BOTS)))
        .addMethod(
          getAppendSeatLogMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.AppendSeatLogRequest,
              dev.botwerk.v1.AppendSeatLogResponse>(
                service, METHODID_APPEND_SEAT_LOG)))
        .addMethod(
          getGetSeatLogMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.GetSeatLogRequest,
              dev.botwerk.v1.GetSeatLogResponse>(
                service, METHODID_GET_SEAT_LOG)))
        .build();
  }

  private static abstract class BotServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    BotServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return dev.botwerk.v1.BotProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("BotService");
    }
  }

  private static final class BotServiceFileDescriptorSupplier
      extends BotServiceBaseDescriptorSupplier {
    BotServiceFileDescriptorSupplier() {}
  }

  private static final class BotServiceMethodDescriptorSupplier
      extends BotServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    BotServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (BotServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new BotServiceFileDescriptorSupplier())
              .addMethod(getRegisterBotMethod())
              .addMethod(getStreamInvitationsMethod())
              .addMethod(getListBotsMethod())
              .addMethod(getAppendSeatLogMethod())
              .addMethod(getGetSeatLogMethod())
              .build();
        }
      }
    }
    return result;
  }
}
