package dev.botwerk.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Schedules and plays tournaments. Calls that create or change a tournament require the server's
 * admin token if one is configured.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class TournamentServiceGrpc {

  private TournamentServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "botwerk.v1.TournamentService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.CreateTournamentRequest,
      dev.botwerk.v1.CreateTournamentResponse> getCreateTournamentMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "CreateTournament",
      requestType = dev.botwerk.v1.CreateTournamentRequest.class,
      responseType = dev.botwerk.v1.CreateTournamentResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.CreateTournamentRequest,
      dev.botwerk.v1.CreateTournamentResponse> getCreateTournamentMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.CreateTournamentRequest, dev.botwerk.v1.CreateTournamentResponse> getCreateTournamentMethod;
    if ((getCreateTournamentMethod = TournamentServiceGrpc.getCreateTournamentMethod) == null) {
      synchronized (TournamentServiceGrpc.class) {
        if ((getCreateTournamentMethod = TournamentServiceGrpc.getCreateTournamentMethod) == null) {
          TournamentServiceGrpc.getCreateTournamentMethod = getCreateTournamentMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.CreateTournamentRequest, dev.botwerk.v1.CreateTournamentResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "CreateTournament"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.CreateTournamentRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.CreateTournamentResponse.getDefaultInstance()))
              .setSchemaDescriptor(new TournamentServiceMethodDescriptorSupplier("CreateTournament"))
              .build();
        }
      }
    }
    return getCreateTournamentMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.GetTournamentRequest,
      dev.botwerk.v1.GetTournamentResponse> getGetTournamentMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetTournament",
      requestType = dev.botwerk.v1.GetTournamentRequest.class,
      responseType = dev.botwerk.v1.GetTournamentResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.GetTournamentRequest,
      dev.botwerk.v1.GetTournamentResponse> getGetTournamentMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.GetTournamentRequest, dev.botwerk.v1.GetTournamentResponse> getGetTournamentMethod;
    if ((getGetTournamentMethod = TournamentServiceGrpc.getGetTournamentMethod) == null) {
      synchronized (TournamentServiceGrpc.class) {
        if ((getGetTournamentMethod = TournamentServiceGrpc.getGetTournamentMethod) == null) {
          TournamentServiceGrpc.getGetTournamentMethod = getGetTournamentMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.GetTournamentRequest, dev.botwerk.v1.GetTournamentResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetTournament"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.GetTournamentRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.GetTournamentResponse.getDefaultInstance()))
              .setSchemaDescriptor(new TournamentServiceMethodDescriptorSupplier("GetTournament"))
              .build();
        }
      }
    }
    return getGetTournamentMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.ListTournamentsRequest,
      dev.botwerk.v1.ListTournamentsResponse> getListTournamentsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListTournaments",
      requestType = dev.botwerk.v1.ListTournamentsRequest.class,
      responseType = dev.botwerk.v1.ListTournamentsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.ListTournamentsRequest,
      dev.botwerk.v1.ListTournamentsResponse> getListTournamentsMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.ListTournamentsRequest, dev.botwerk.v1.ListTournamentsResponse> getListTournamentsMethod;
    if ((getListTournamentsMethod = TournamentServiceGrpc.getListTournamentsMethod) == null) {
      synchronized (TournamentServiceGrpc.class) {
        if ((getListTournamentsMethod = TournamentServiceGrpc.getListTournamentsMethod) == null) {
          TournamentServiceGrpc.getListTournamentsMethod = getListTournamentsMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.ListTournamentsRequest, dev.botwerk.v1.ListTournamentsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListTournaments"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.ListTournamentsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.ListTournamentsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new TournamentServiceMethodDescriptorSupplier("ListTournaments"))
              .build();
        }
      }
    }
    return getListTournamentsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.PauseTournamentRequest,
      dev.botwerk.v1.PauseTournamentResponse> getPauseTournamentMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "PauseTournament",
      requestType = dev.botwerk.v1.PauseTournamentRequest.class,
      responseType = dev.botwerk.v1.PauseTournamentResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.PauseTournamentRequest,
      dev.botwerk.v1.PauseTournamentResponse> getPauseTournamentMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.PauseTournamentRequest, dev.botwerk.v1.PauseTournamentResponse> getPauseTournamentMethod;
    if ((getPauseTournamentMethod = TournamentServiceGrpc.getPauseTournamentMethod) == null) {
      synchronized (TournamentServiceGrpc.class) {
        if ((getPauseTournamentMethod = TournamentServiceGrpc.getPauseTournamentMethod) == null) {
          TournamentServiceGrpc.getPauseTournamentMethod = getPauseTournamentMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.PauseTournamentRequest, dev.botwerk.v1.PauseTournamentResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "PauseTournament"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.PauseTournamentRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.PauseTournamentResponse.getDefaultInstance()))
              .setSchemaDescriptor(new TournamentServiceMethodDescriptorSupplier("PauseTournament"))
              .build();
        }
      }
    }
    return getPauseTournamentMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.ResumeTournamentRequest,
      dev.botwerk.v1.ResumeTournamentResponse> getResumeTournamentMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ResumeTournament",
      requestType = dev.botwerk.v1.ResumeTournamentRequest.class,
      responseType = dev.botwerk.v1.ResumeTournamentResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.ResumeTournamentRequest,
      dev.botwerk.v1.ResumeTournamentResponse> getResumeTournamentMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.ResumeTournamentRequest, dev.botwerk.v1.ResumeTournamentResponse> getResumeTournamentMethod;
    if ((getResumeTournamentMethod = TournamentServiceGrpc.getResumeTournamentMethod) == null) {
      synchronized (TournamentServiceGrpc.class) {
        if ((getResumeTournamentMethod = TournamentServiceGrpc.getResumeTournamentMethod) == null) {
          TournamentServiceGrpc.getResumeTournamentMethod = getResumeTournamentMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.ResumeTournamentRequest, dev.botwerk.v1.ResumeTournamentResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ResumeTournament"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.ResumeTournamentRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.ResumeTournamentResponse.getDefaultInstance()))
              .setSchemaDescriptor(new TournamentServiceMethodDescriptorSupplier("ResumeTournament"))
              .build();
        }
      }
    }
    return getResumeTournamentMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.CancelTournamentRequest,
      dev.botwerk.v1.CancelTournamentResponse> getCancelTournamentMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "CancelTournament",
      requestType = dev.botwerk.v1.CancelTournamentRequest.class,
      responseType = dev.botwerk.v1.CancelTournamentResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.CancelTournamentRequest,
      dev.botwerk.v1.CancelTournamentResponse> getCancelTournamentMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.CancelTournamentRequest, dev.botwerk.v1.CancelTournamentResponse> getCancelTournamentMethod;
    if ((getCancelTournamentMethod = TournamentServiceGrpc.getCancelTournamentMethod) == null) {
      synchronized (TournamentServiceGrpc.class) {
        if ((getCancelTournamentMethod = TournamentServiceGrpc.getCancelTournamentMethod) == null) {
          TournamentServiceGrpc.getCancelTournamentMethod = getCancelTournamentMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.CancelTournamentRequest, dev.botwerk.v1.CancelTournamentResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "CancelTournament"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.CancelTournamentRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.CancelTournamentResponse.getDefaultInstance()))
              .setSchemaDescriptor(new TournamentServiceMethodDescriptorSupplier("CancelTournament"))
              .build();
        }
      }
    }
    return getCancelTournamentMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.WithdrawEntrantRequest,
      dev.botwerk.v1.WithdrawEntrantResponse> getWithdrawEntrantMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "WithdrawEntrant",
      requestType = dev.botwerk.v1.WithdrawEntrantRequest.class,
      responseType = dev.botwerk.v1.WithdrawEntrantResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.WithdrawEntrantRequest,
      dev.botwerk.v1.WithdrawEntrantResponse> getWithdrawEntrantMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.WithdrawEntrantRequest, dev.botwerk.v1.WithdrawEntrantResponse> getWithdrawEntrantMethod;
    if ((getWithdrawEntrantMethod = TournamentServiceGrpc.getWithdrawEntrantMethod) == null) {
      synchronized (TournamentServiceGrpc.class) {
        if ((getWithdrawEntrantMethod = TournamentServiceGrpc.getWithdrawEntrantMethod) == null) {
          TournamentServiceGrpc.getWithdrawEntrantMethod = getWithdrawEntrantMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.WithdrawEntrantRequest, dev.botwerk.v1.WithdrawEntrantResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "WithdrawEntrant"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.WithdrawEntrantRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.WithdrawEntrantResponse.getDefaultInstance()))
              .setSchemaDescriptor(new TournamentServiceMethodDescriptorSupplier("WithdrawEntrant"))
              .build();
        }
      }
    }
    return getWithdrawEntrantMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.ReadmitEntrantRequest,
      dev.botwerk.v1.ReadmitEntrantResponse> getReadmitEntrantMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ReadmitEntrant",
      requestType = dev.botwerk.v1.ReadmitEntrantRequest.class,
      responseType = dev.botwerk.v1.ReadmitEntrantResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.ReadmitEntrantRequest,
      dev.botwerk.v1.ReadmitEntrantResponse> getReadmitEntrantMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.ReadmitEntrantRequest, dev.botwerk.v1.ReadmitEntrantResponse> getReadmitEntrantMethod;
    if ((getReadmitEntrantMethod = TournamentServiceGrpc.getReadmitEntrantMethod) == null) {
      synchronized (TournamentServiceGrpc.class) {
        if ((getReadmitEntrantMethod = TournamentServiceGrpc.getReadmitEntrantMethod) == null) {
          TournamentServiceGrpc.getReadmitEntrantMethod = getReadmitEntrantMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.ReadmitEntrantRequest, dev.botwerk.v1.ReadmitEntrantResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ReadmitEntrant"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.ReadmitEntrantRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.ReadmitEntrantResponse.getDefaultInstance()))
              .setSchemaDescriptor(new TournamentServiceMethodDescriptorSupplier("ReadmitEntrant"))
              .build();
        }
      }
    }
    return getReadmitEntrantMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.ExtendTournamentRequest,
      dev.botwerk.v1.ExtendTournamentResponse> getExtendTournamentMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ExtendTournament",
      requestType = dev.botwerk.v1.ExtendTournamentRequest.class,
      responseType = dev.botwerk.v1.ExtendTournamentResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.ExtendTournamentRequest,
      dev.botwerk.v1.ExtendTournamentResponse> getExtendTournamentMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.ExtendTournamentRequest, dev.botwerk.v1.ExtendTournamentResponse> getExtendTournamentMethod;
    if ((getExtendTournamentMethod = TournamentServiceGrpc.getExtendTournamentMethod) == null) {
      synchronized (TournamentServiceGrpc.class) {
        if ((getExtendTournamentMethod = TournamentServiceGrpc.getExtendTournamentMethod) == null) {
          TournamentServiceGrpc.getExtendTournamentMethod = getExtendTournamentMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.ExtendTournamentRequest, dev.botwerk.v1.ExtendTournamentResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ExtendTournament"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.ExtendTournamentRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.ExtendTournamentResponse.getDefaultInstance()))
              .setSchemaDescriptor(new TournamentServiceMethodDescriptorSupplier("ExtendTournament"))
              .build();
        }
      }
    }
    return getExtendTournamentMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.AddEntrantRequest,
      dev.botwerk.v1.AddEntrantResponse> getAddEntrantMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "AddEntrant",
      requestType = dev.botwerk.v1.AddEntrantRequest.class,
      responseType = dev.botwerk.v1.AddEntrantResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.AddEntrantRequest,
      dev.botwerk.v1.AddEntrantResponse> getAddEntrantMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.AddEntrantRequest, dev.botwerk.v1.AddEntrantResponse> getAddEntrantMethod;
    if ((getAddEntrantMethod = TournamentServiceGrpc.getAddEntrantMethod) == null) {
      synchronized (TournamentServiceGrpc.class) {
        if ((getAddEntrantMethod = TournamentServiceGrpc.getAddEntrantMethod) == null) {
          TournamentServiceGrpc.getAddEntrantMethod = getAddEntrantMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.AddEntrantRequest, dev.botwerk.v1.AddEntrantResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "AddEntrant"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.AddEntrantRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.AddEntrantResponse.getDefaultInstance()))
              .setSchemaDescriptor(new TournamentServiceMethodDescriptorSupplier("AddEntrant"))
              .build();
        }
      }
    }
    return getAddEntrantMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.GetBotTokensRequest,
      dev.botwerk.v1.GetBotTokensResponse> getGetBotTokensMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetBotTokens",
      requestType = dev.botwerk.v1.GetBotTokensRequest.class,
      responseType = dev.botwerk.v1.GetBotTokensResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.GetBotTokensRequest,
      dev.botwerk.v1.GetBotTokensResponse> getGetBotTokensMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.GetBotTokensRequest, dev.botwerk.v1.GetBotTokensResponse> getGetBotTokensMethod;
    if ((getGetBotTokensMethod = TournamentServiceGrpc.getGetBotTokensMethod) == null) {
      synchronized (TournamentServiceGrpc.class) {
        if ((getGetBotTokensMethod = TournamentServiceGrpc.getGetBotTokensMethod) == null) {
          TournamentServiceGrpc.getGetBotTokensMethod = getGetBotTokensMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.GetBotTokensRequest, dev.botwerk.v1.GetBotTokensResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetBotTokens"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.GetBotTokensRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.GetBotTokensResponse.getDefaultInstance()))
              .setSchemaDescriptor(new TournamentServiceMethodDescriptorSupplier("GetBotTokens"))
              .build();
        }
      }
    }
    return getGetBotTokensMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.WatchTournamentRequest,
      dev.botwerk.v1.WatchTournamentResponse> getWatchTournamentMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "WatchTournament",
      requestType = dev.botwerk.v1.WatchTournamentRequest.class,
      responseType = dev.botwerk.v1.WatchTournamentResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.SERVER_STREAMING)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.WatchTournamentRequest,
      dev.botwerk.v1.WatchTournamentResponse> getWatchTournamentMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.WatchTournamentRequest, dev.botwerk.v1.WatchTournamentResponse> getWatchTournamentMethod;
    if ((getWatchTournamentMethod = TournamentServiceGrpc.getWatchTournamentMethod) == null) {
      synchronized (TournamentServiceGrpc.class) {
        if ((getWatchTournamentMethod = TournamentServiceGrpc.getWatchTournamentMethod) == null) {
          TournamentServiceGrpc.getWatchTournamentMethod = getWatchTournamentMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.WatchTournamentRequest, dev.botwerk.v1.WatchTournamentResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.SERVER_STREAMING)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "WatchTournament"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.WatchTournamentRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.WatchTournamentResponse.getDefaultInstance()))
              .setSchemaDescriptor(new TournamentServiceMethodDescriptorSupplier("WatchTournament"))
              .build();
        }
      }
    }
    return getWatchTournamentMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.GetStandingsRequest,
      dev.botwerk.v1.GetStandingsResponse> getGetStandingsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetStandings",
      requestType = dev.botwerk.v1.GetStandingsRequest.class,
      responseType = dev.botwerk.v1.GetStandingsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.GetStandingsRequest,
      dev.botwerk.v1.GetStandingsResponse> getGetStandingsMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.GetStandingsRequest, dev.botwerk.v1.GetStandingsResponse> getGetStandingsMethod;
    if ((getGetStandingsMethod = TournamentServiceGrpc.getGetStandingsMethod) == null) {
      synchronized (TournamentServiceGrpc.class) {
        if ((getGetStandingsMethod = TournamentServiceGrpc.getGetStandingsMethod) == null) {
          TournamentServiceGrpc.getGetStandingsMethod = getGetStandingsMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.GetStandingsRequest, dev.botwerk.v1.GetStandingsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetStandings"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.GetStandingsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.GetStandingsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new TournamentServiceMethodDescriptorSupplier("GetStandings"))
              .build();
        }
      }
    }
    return getGetStandingsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.ListPairingsRequest,
      dev.botwerk.v1.ListPairingsResponse> getListPairingsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListPairings",
      requestType = dev.botwerk.v1.ListPairingsRequest.class,
      responseType = dev.botwerk.v1.ListPairingsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.ListPairingsRequest,
      dev.botwerk.v1.ListPairingsResponse> getListPairingsMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.ListPairingsRequest, dev.botwerk.v1.ListPairingsResponse> getListPairingsMethod;
    if ((getListPairingsMethod = TournamentServiceGrpc.getListPairingsMethod) == null) {
      synchronized (TournamentServiceGrpc.class) {
        if ((getListPairingsMethod = TournamentServiceGrpc.getListPairingsMethod) == null) {
          TournamentServiceGrpc.getListPairingsMethod = getListPairingsMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.ListPairingsRequest, dev.botwerk.v1.ListPairingsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListPairings"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.ListPairingsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.ListPairingsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new TournamentServiceMethodDescriptorSupplier("ListPairings"))
              .build();
        }
      }
    }
    return getListPairingsMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static TournamentServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<TournamentServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<TournamentServiceStub>() {
        @java.lang.Override
        public TournamentServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new TournamentServiceStub(channel, callOptions);
        }
      };
    return TournamentServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static TournamentServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<TournamentServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<TournamentServiceBlockingV2Stub>() {
        @java.lang.Override
        public TournamentServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new TournamentServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return TournamentServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static TournamentServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<TournamentServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<TournamentServiceBlockingStub>() {
        @java.lang.Override
        public TournamentServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new TournamentServiceBlockingStub(channel, callOptions);
        }
      };
    return TournamentServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static TournamentServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<TournamentServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<TournamentServiceFutureStub>() {
        @java.lang.Override
        public TournamentServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new TournamentServiceFutureStub(channel, callOptions);
        }
      };
    return TournamentServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Schedules and plays tournaments. Calls that create or change a tournament require the server's
   * admin token if one is configured.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Creates and starts a tournament. A repeated call with the same request_id returns the tournament
     * that the first one created.
     * </pre>
     */
    default void createTournament(dev.botwerk.v1.CreateTournamentRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.CreateTournamentResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getCreateTournamentMethod(), responseObserver);
    }

    /**
     * <pre>
     * Returns one tournament.
     * </pre>
     */
    default void getTournament(dev.botwerk.v1.GetTournamentRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.GetTournamentResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetTournamentMethod(), responseObserver);
    }

    /**
     * <pre>
     * Lists tournaments, newest first, without what may be long: entrants, openings, obstacles and withdrawals.
     * </pre>
     */
    default void listTournaments(dev.botwerk.v1.ListTournamentsRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.ListTournamentsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListTournamentsMethod(), responseObserver);
    }

    /**
     * <pre>
     * Starts no further matches; running matches are played to their end.
     * </pre>
     */
    default void pauseTournament(dev.botwerk.v1.PauseTournamentRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.PauseTournamentResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getPauseTournamentMethod(), responseObserver);
    }

    /**
     * <pre>
     * Continues a paused tournament.
     * </pre>
     */
    default void resumeTournament(dev.botwerk.v1.ResumeTournamentRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.ResumeTournamentResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getResumeTournamentMethod(), responseObserver);
    }

    /**
     * <pre>
     * Ends a tournament without playing the remaining matches.
     * </pre>
     */
    default void cancelTournament(dev.botwerk.v1.CancelTournamentRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.CancelTournamentResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getCancelTournamentMethod(), responseObserver);
    }

    /**
     * <pre>
     * Withdraws an entrant. Its remaining matches are forfeited; if it has played less than half of its
     * matches, all of them are annulled. In a league all its results count, and it is not paired again until it is
     * readmitted.
     * </pre>
     */
    default void withdrawEntrant(dev.botwerk.v1.WithdrawEntrantRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.WithdrawEntrantResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getWithdrawEntrantMethod(), responseObserver);
    }

    /**
     * <pre>
     * Readmits a withdrawn entrant. Its forfeited matches of the round in progress and its further matches
     * are played as soon as its bot is online, and all its results count again.
     * </pre>
     */
    default void readmitEntrant(dev.botwerk.v1.ReadmitEntrantRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.ReadmitEntrantResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getReadmitEntrantMethod(), responseObserver);
    }

    /**
     * <pre>
     * Continues a tournament in progress with more matches: a round robin or gauntlet with more cycles or
     * entrants, a Swiss tournament with more rounds, an SPRT with more pairs, a league with more entrants or other
     * limits. The matches so far and their indexes do not change.
     * </pre>
     */
    default void extendTournament(dev.botwerk.v1.ExtendTournamentRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.ExtendTournamentResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getExtendTournamentMethod(), responseObserver);
    }

    /**
     * <pre>
     * Adds one entrant to a league, a round robin or a gauntlet in progress, after the present ones. A repeated call
     * with the same entrant changes nothing.
     * </pre>
     */
    default void addEntrant(dev.botwerk.v1.AddEntrantRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.AddEntrantResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getAddEntrantMethod(), responseObserver);
    }

    /**
     * <pre>
     * Returns the bot tokens of the entrants that are launched bots.
     * </pre>
     */
    default void getBotTokens(dev.botwerk.v1.GetBotTokensRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.GetBotTokensResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetBotTokensMethod(), responseObserver);
    }

    /**
     * <pre>
     * Streams the tournament's state, now and after changes, until it ends: at most two messages a second, and to
     * a client that reads slowly the newest state only.
     * </pre>
     */
    default void watchTournament(dev.botwerk.v1.WatchTournamentRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.WatchTournamentResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getWatchTournamentMethod(), responseObserver);
    }

    /**
     * <pre>
     * Returns the standings with all statistics.
     * </pre>
     */
    default void getStandings(dev.botwerk.v1.GetStandingsRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.GetStandingsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetStandingsMethod(), responseObserver);
    }

    /**
     * <pre>
     * Lists the pairings in the order of their indexes.
     * </pre>
     */
    default void listPairings(dev.botwerk.v1.ListPairingsRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.ListPairingsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListPairingsMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service TournamentService.
   * <pre>
   * Schedules and plays tournaments. Calls that create or change a tournament require the server's
   * admin token if one is configured.
   * </pre>
   */
  public static abstract class TournamentServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return TournamentServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service TournamentService.
   * <pre>
   * Schedules and plays tournaments. Calls that create or change a tournament require the server's
   * admin token if one is configured.
   * </pre>
   */
  public static final class TournamentServiceStub
      extends io.grpc.stub.AbstractAsyncStub<TournamentServiceStub> {
    private TournamentServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected TournamentServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new TournamentServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * Creates and starts a tournament. A repeated call with the same request_id returns the tournament
     * that the first one created.
     * </pre>
     */
    public void createTournament(dev.botwerk.v1.CreateTournamentRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.CreateTournamentResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getCreateTournamentMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Returns one tournament.
     * </pre>
     */
    public void getTournament(dev.botwerk.v1.GetTournamentRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.GetTournamentResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetTournamentMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Lists tournaments, newest first, without what may be long: entrants, openings, obstacles and withdrawals.
     * </pre>
     */
    public void listTournaments(dev.botwerk.v1.ListTournamentsRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.ListTournamentsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListTournamentsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Starts no further matches; running matches are played to their end.
     * </pre>
     */
    public void pauseTournament(dev.botwerk.v1.PauseTournamentRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.PauseTournamentResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getPauseTournamentMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Continues a paused tournament.
     * </pre>
     */
    public void resumeTournament(dev.botwerk.v1.ResumeTournamentRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.ResumeTournamentResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getResumeTournamentMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Ends a tournament without playing the remaining matches.
     * </pre>
     */
    public void cancelTournament(dev.botwerk.v1.CancelTournamentRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.CancelTournamentResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getCancelTournamentMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Withdraws an entrant. Its remaining matches are forfeited; if it has played less than half of its
     * matches, all of them are annulled. In a league all its results count, and it is not paired again until it is
     * readmitted.
     * </pre>
     */
    public void withdrawEntrant(dev.botwerk.v1.WithdrawEntrantRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.WithdrawEntrantResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getWithdrawEntrantMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Readmits a withdrawn entrant. Its forfeited matches of the round in progress and its further matches
     * are played as soon as its bot is online, and all its results count again.
     * </pre>
     */
    public void readmitEntrant(dev.botwerk.v1.ReadmitEntrantRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.ReadmitEntrantResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getReadmitEntrantMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Continues a tournament in progress with more matches: a round robin or gauntlet with more cycles or
     * entrants, a Swiss tournament with more rounds, an SPRT with more pairs, a league with more entrants or other
     * limits. The matches so far and their indexes do not change.
     * </pre>
     */
    public void extendTournament(dev.botwerk.v1.ExtendTournamentRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.ExtendTournamentResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getExtendTournamentMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Adds one entrant to a league, a round robin or a gauntlet in progress, after the present ones. A repeated call
     * with the same entrant changes nothing.
     * </pre>
     */
    public void addEntrant(dev.botwerk.v1.AddEntrantRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.AddEntrantResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getAddEntrantMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Returns the bot tokens of the entrants that are launched bots.
     * </pre>
     */
    public void getBotTokens(dev.botwerk.v1.GetBotTokensRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.GetBotTokensResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetBotTokensMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Streams the tournament's state, now and after changes, until it ends: at most two messages a second, and to
     * a client that reads slowly the newest state only.
     * </pre>
     */
    public void watchTournament(dev.botwerk.v1.WatchTournamentRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.WatchTournamentResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncServerStreamingCall(
          getChannel().newCall(getWatchTournamentMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Returns the standings with all statistics.
     * </pre>
     */
    public void getStandings(dev.botwerk.v1.GetStandingsRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.GetStandingsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetStandingsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Lists the pairings in the order of their indexes.
     * </pre>
     */
    public void listPairings(dev.botwerk.v1.ListPairingsRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.ListPairingsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListPairingsMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service TournamentService.
   * <pre>
   * Schedules and plays tournaments. Calls that create or change a tournament require the server's
   * admin token if one is configured.
   * </pre>
   */
  public static final class TournamentServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<TournamentServiceBlockingV2Stub> {
    private TournamentServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected TournamentServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new TournamentServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Creates and starts a tournament. A repeated call with the same request_id returns the tournament
     * that the first one created.
     * </pre>
     */
    public dev.botwerk.v1.CreateTournamentResponse createTournament(dev.botwerk.v1.CreateTournamentRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getCreateTournamentMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Returns one tournament.
     * </pre>
     */
    public dev.botwerk.v1.GetTournamentResponse getTournament(dev.botwerk.v1.GetTournamentRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetTournamentMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists tournaments, newest first, without what may be long: entrants, openings, obstacles and withdrawals.
     * </pre>
     */
    public dev.botwerk.v1.ListTournamentsResponse listTournaments(dev.botwerk.v1.ListTournamentsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListTournamentsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Starts no further matches; running matches are played to their end.
     * </pre>
     */
    public dev.botwerk.v1.PauseTournamentResponse pauseTournament(dev.botwerk.v1.PauseTournamentRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getPauseTournamentMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Continues a paused tournament.
     * </pre>
     */
    public dev.botwerk.v1.ResumeTournamentResponse resumeTournament(dev.botwerk.v1.ResumeTournamentRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getResumeTournamentMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Ends a tournament without playing the remaining matches.
     * </pre>
     */
    public dev.botwerk.v1.CancelTournamentResponse cancelTournament(dev.botwerk.v1.CancelTournamentRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getCancelTournamentMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Withdraws an entrant. Its remaining matches are forfeited; if it has played less than half of its
     * matches, all of them are annulled. In a league all its results count, and it is not paired again until it is
     * readmitted.
     * </pre>
     */
    public dev.botwerk.v1.WithdrawEntrantResponse withdrawEntrant(dev.botwerk.v1.WithdrawEntrantRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getWithdrawEntrantMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Readmits a withdrawn entrant. Its forfeited matches of the round in progress and its further matches
     * are played as soon as its bot is online, and all its results count again.
     * </pre>
     */
    public dev.botwerk.v1.ReadmitEntrantResponse readmitEntrant(dev.botwerk.v1.ReadmitEntrantRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getReadmitEntrantMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Continues a tournament in progress with more matches: a round robin or gauntlet with more cycles or
     * entrants, a Swiss tournament with more rounds, an SPRT with more pairs, a league with more entrants or other
     * limits. The matches so far and their indexes do not change.
     * </pre>
     */
    public dev.botwerk.v1.ExtendTournamentResponse extendTournament(dev.botwerk.v1.ExtendTournamentRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getExtendTournamentMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Adds one entrant to a league, a round robin or a gauntlet in progress, after the present ones. A repeated call
     * with the same entrant changes nothing.
     * </pre>
     */
    public dev.botwerk.v1.AddEntrantResponse addEntrant(dev.botwerk.v1.AddEntrantRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getAddEntrantMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Returns the bot tokens of the entrants that are launched bots.
     * </pre>
     */
    public dev.botwerk.v1.GetBotTokensResponse getBotTokens(dev.botwerk.v1.GetBotTokensRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetBotTokensMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Streams the tournament's state, now and after changes, until it ends: at most two messages a second, and to
     * a client that reads slowly the newest state only.
     * </pre>
     */
    @io.grpc.ExperimentalApi("https://github.com/grpc/grpc-java/issues/10918")
    public io.grpc.stub.BlockingClientCall<?, dev.botwerk.v1.WatchTournamentResponse>
        watchTournament(dev.botwerk.v1.WatchTournamentRequest request) {
      return io.grpc.stub.ClientCalls.blockingV2ServerStreamingCall(
          getChannel(), getWatchTournamentMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Returns the standings with all statistics.
     * </pre>
     */
    public dev.botwerk.v1.GetStandingsResponse getStandings(dev.botwerk.v1.GetStandingsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetStandingsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists the pairings in the order of their indexes.
     * </pre>
     */
    public dev.botwerk.v1.ListPairingsResponse listPairings(dev.botwerk.v1.ListPairingsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListPairingsMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service TournamentService.
   * <pre>
   * Schedules and plays tournaments. Calls that create or change a tournament require the server's
   * admin token if one is configured.
   * </pre>
   */
  public static final class TournamentServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<TournamentServiceBlockingStub> {
    private TournamentServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected TournamentServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new TournamentServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Creates and starts a tournament. A repeated call with the same request_id returns the tournament
     * that the first one created.
     * </pre>
     */
    public dev.botwerk.v1.CreateTournamentResponse createTournament(dev.botwerk.v1.CreateTournamentRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getCreateTournamentMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Returns one tournament.
     * </pre>
     */
    public dev.botwerk.v1.GetTournamentResponse getTournament(dev.botwerk.v1.GetTournamentRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetTournamentMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists tournaments, newest first, without what may be long: entrants, openings, obstacles and withdrawals.
     * </pre>
     */
    public dev.botwerk.v1.ListTournamentsResponse listTournaments(dev.botwerk.v1.ListTournamentsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListTournamentsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Starts no further matches; running matches are played to their end.
     * </pre>
     */
    public dev.botwerk.v1.PauseTournamentResponse pauseTournament(dev.botwerk.v1.PauseTournamentRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getPauseTournamentMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Continues a paused tournament.
     * </pre>
     */
    public dev.botwerk.v1.ResumeTournamentResponse resumeTournament(dev.botwerk.v1.ResumeTournamentRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getResumeTournamentMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Ends a tournament without playing the remaining matches.
     * </pre>
     */
    public dev.botwerk.v1.CancelTournamentResponse cancelTournament(dev.botwerk.v1.CancelTournamentRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getCancelTournamentMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Withdraws an entrant. Its remaining matches are forfeited; if it has played less than half of its
     * matches, all of them are annulled. In a league all its results count, and it is not paired again until it is
     * readmitted.
     * </pre>
     */
    public dev.botwerk.v1.WithdrawEntrantResponse withdrawEntrant(dev.botwerk.v1.WithdrawEntrantRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getWithdrawEntrantMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Readmits a withdrawn entrant. Its forfeited matches of the round in progress and its further matches
     * are played as soon as its bot is online, and all its results count again.
     * </pre>
     */
    public dev.botwerk.v1.ReadmitEntrantResponse readmitEntrant(dev.botwerk.v1.ReadmitEntrantRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getReadmitEntrantMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Continues a tournament in progress with more matches: a round robin or gauntlet with more cycles or
     * entrants, a Swiss tournament with more rounds, an SPRT with more pairs, a league with more entrants or other
     * limits. The matches so far and their indexes do not change.
     * </pre>
     */
    public dev.botwerk.v1.ExtendTournamentResponse extendTournament(dev.botwerk.v1.ExtendTournamentRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getExtendTournamentMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Adds one entrant to a league, a round robin or a gauntlet in progress, after the present ones. A repeated call
     * with the same entrant changes nothing.
     * </pre>
     */
    public dev.botwerk.v1.AddEntrantResponse addEntrant(dev.botwerk.v1.AddEntrantRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getAddEntrantMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Returns the bot tokens of the entrants that are launched bots.
     * </pre>
     */
    public dev.botwerk.v1.GetBotTokensResponse getBotTokens(dev.botwerk.v1.GetBotTokensRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetBotTokensMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Streams the tournament's state, now and after changes, until it ends: at most two messages a second, and to
     * a client that reads slowly the newest state only.
     * </pre>
     */
    public java.util.Iterator<dev.botwerk.v1.WatchTournamentResponse> watchTournament(
        dev.botwerk.v1.WatchTournamentRequest request) {
      return io.grpc.stub.ClientCalls.blockingServerStreamingCall(
          getChannel(), getWatchTournamentMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Returns the standings with all statistics.
     * </pre>
     */
    public dev.botwerk.v1.GetStandingsResponse getStandings(dev.botwerk.v1.GetStandingsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetStandingsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists the pairings in the order of their indexes.
     * </pre>
     */
    public dev.botwerk.v1.ListPairingsResponse listPairings(dev.botwerk.v1.ListPairingsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListPairingsMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service TournamentService.
   * <pre>
   * Schedules and plays tournaments. Calls that create or change a tournament require the server's
   * admin token if one is configured.
   * </pre>
   */
  public static final class TournamentServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<TournamentServiceFutureStub> {
    private TournamentServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected TournamentServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new TournamentServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Creates and starts a tournament. A repeated call with the same request_id returns the tournament
     * that the first one created.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.CreateTournamentResponse> createTournament(
        dev.botwerk.v1.CreateTournamentRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getCreateTournamentMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Returns one tournament.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.GetTournamentResponse> getTournament(
        dev.botwerk.v1.GetTournamentRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetTournamentMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Lists tournaments, newest first, without what may be long: entrants, openings, obstacles and withdrawals.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.ListTournamentsResponse> listTournaments(
        dev.botwerk.v1.ListTournamentsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListTournamentsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Starts no further matches; running matches are played to their end.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.PauseTournamentResponse> pauseTournament(
        dev.botwerk.v1.PauseTournamentRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getPauseTournamentMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Continues a paused tournament.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.ResumeTournamentResponse> resumeTournament(
        dev.botwerk.v1.ResumeTournamentRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getResumeTournamentMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Ends a tournament without playing the remaining matches.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.CancelTournamentResponse> cancelTournament(
        dev.botwerk.v1.CancelTournamentRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getCancelTournamentMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Withdraws an entrant. Its remaining matches are forfeited; if it has played less than half of its
     * matches, all of them are annulled. In a league all its results count, and it is not paired again until it is
     * readmitted.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.WithdrawEntrantResponse> withdrawEntrant(
        dev.botwerk.v1.WithdrawEntrantRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getWithdrawEntrantMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Readmits a withdrawn entrant. Its forfeited matches of the round in progress and its further matches
     * are played as soon as its bot is online, and all its results count again.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.ReadmitEntrantResponse> readmitEntrant(
        dev.botwerk.v1.ReadmitEntrantRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getReadmitEntrantMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Continues a tournament in progress with more matches: a round robin or gauntlet with more cycles or
     * entrants, a Swiss tournament with more rounds, an SPRT with more pairs, a league with more entrants or other
     * limits. The matches so far and their indexes do not change.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.ExtendTournamentResponse> extendTournament(
        dev.botwerk.v1.ExtendTournamentRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getExtendTournamentMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Adds one entrant to a league, a round robin or a gauntlet in progress, after the present ones. A repeated call
     * with the same entrant changes nothing.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.AddEntrantResponse> addEntrant(
        dev.botwerk.v1.AddEntrantRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getAddEntrantMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Returns the bot tokens of the entrants that are launched bots.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.GetBotTokensResponse> getBotTokens(
        dev.botwerk.v1.GetBotTokensRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetBotTokensMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Returns the standings with all statistics.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.GetStandingsResponse> getStandings(
        dev.botwerk.v1.GetStandingsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetStandingsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Lists the pairings in the order of their indexes.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.ListPairingsResponse> listPairings(
        dev.botwerk.v1.ListPairingsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListPairingsMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_CREATE_TOURNAMENT = 0;
  private static final int METHODID_GET_TOURNAMENT = 1;
  private static final int METHODID_LIST_TOURNAMENTS = 2;
  private static final int METHODID_PAUSE_TOURNAMENT = 3;
  private static final int METHODID_RESUME_TOURNAMENT = 4;
  private static final int METHODID_CANCEL_TOURNAMENT = 5;
  private static final int METHODID_WITHDRAW_ENTRANT = 6;
  private static final int METHODID_READMIT_ENTRANT = 7;
  private static final int METHODID_EXTEND_TOURNAMENT = 8;
  private static final int METHODID_ADD_ENTRANT = 9;
  private static final int METHODID_GET_BOT_TOKENS = 10;
  private static final int METHODID_WATCH_TOURNAMENT = 11;
  private static final int METHODID_GET_STANDINGS = 12;
  private static final int METHODID_LIST_PAIRINGS = 13;

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
        case METHODID_CREATE_TOURNAMENT:
          serviceImpl.createTournament((dev.botwerk.v1.CreateTournamentRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.CreateTournamentResponse>) responseObserver);
          break;
        case METHODID_GET_TOURNAMENT:
          serviceImpl.getTournament((dev.botwerk.v1.GetTournamentRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.GetTournamentResponse>) responseObserver);
          break;
        case METHODID_LIST_TOURNAMENTS:
          serviceImpl.listTournaments((dev.botwerk.v1.ListTournamentsRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.ListTournamentsResponse>) responseObserver);
          break;
        case METHODID_PAUSE_TOURNAMENT:
          serviceImpl.pauseTournament((dev.botwerk.v1.PauseTournamentRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.PauseTournamentResponse>) responseObserver);
          break;
        case METHODID_RESUME_TOURNAMENT:
          serviceImpl.resumeTournament((dev.botwerk.v1.ResumeTournamentRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.ResumeTournamentResponse>) responseObserver);
          break;
        case METHODID_CANCEL_TOURNAMENT:
          serviceImpl.cancelTournament((dev.botwerk.v1.CancelTournamentRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.CancelTournamentResponse>) responseObserver);
          break;
        case METHODID_WITHDRAW_ENTRANT:
          serviceImpl.withdrawEntrant((dev.botwerk.v1.WithdrawEntrantRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.WithdrawEntrantResponse>) responseObserver);
          break;
        case METHODID_READMIT_ENTRANT:
          serviceImpl.readmitEntrant((dev.botwerk.v1.ReadmitEntrantRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.ReadmitEntrantResponse>) responseObserver);
          break;
        case METHODID_EXTEND_TOURNAMENT:
          serviceImpl.extendTournament((dev.botwerk.v1.ExtendTournamentRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.ExtendTournamentResponse>) responseObserver);
          break;
        case METHODID_ADD_ENTRANT:
          serviceImpl.addEntrant((dev.botwerk.v1.AddEntrantRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.AddEntrantResponse>) responseObserver);
          break;
        case METHODID_GET_BOT_TOKENS:
          serviceImpl.getBotTokens((dev.botwerk.v1.GetBotTokensRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.GetBotTokensResponse>) responseObserver);
          break;
        case METHODID_WATCH_TOURNAMENT:
          serviceImpl.watchTournament((dev.botwerk.v1.WatchTournamentRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.WatchTournamentResponse>) responseObserver);
          break;
        case METHODID_GET_STANDINGS:
          serviceImpl.getStandings((dev.botwerk.v1.GetStandingsRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.GetStandingsResponse>) responseObserver);
          break;
        case METHODID_LIST_PAIRINGS:
          serviceImpl.listPairings((dev.botwerk.v1.ListPairingsRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.ListPairingsResponse>) responseObserver);
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
          getCreateTournamentMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.CreateTournamentRequest,
              dev.botwerk.v1.CreateTournamentResponse>(
                service, METHODID_CREATE_TOURNAMENT)))
        .addMethod(
          getGetTournamentMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.GetTournamentRequest,
              dev.botwerk.v1.GetTournamentResponse>(
                service, METHODID_GET_TOURNAMENT)))
        .addMethod(
          getListTournamentsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.ListTournamentsRequest,
              dev.botwerk.v1.ListTournamentsResponse>(
                service, METHODID_LIST_TOURNAMENTS)))
        .addMethod(
          getPauseTournamentMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.PauseTournamentRequest,
              dev.botwerk.v1.PauseTournamentResponse>(
                service, METHODID_PAUSE_TOURNAMENT)))
        .addMethod(
          getResumeTournamentMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.ResumeTournamentRequest,
              dev.botwerk.v1.ResumeTournamentResponse>(
                service, METHODID_RESUME_TOURNAMENT)))
        .addMethod(
          getCancelTournamentMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.CancelTournamentRequest,
              dev.botwerk.v1.CancelTournamentResponse>(
                service, METHODID_CANCEL_TOURNAMENT)))
        .addMethod(
          getWithdrawEntrantMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.WithdrawEntrantRequest,
              dev.botwerk.v1.WithdrawEntrantResponse>(
                service, METHODID_WITHDRAW_ENTRANT)))
        .addMethod(
          getReadmitEntrantMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.ReadmitEntrantRequest,
              dev.botwerk.v1.ReadmitEntrantResponse>(
                service, METHODID_READMIT_ENTRANT)))
        .addMethod(
          getExtendTournamentMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.ExtendTournamentRequest,
              dev.botwerk.v1.ExtendTournamentResponse>(
                service, METHODID_EXTEND_TOURNAMENT)))
        .addMethod(
          getAddEntrantMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.AddEntrantRequest,
              dev.botwerk.v1.AddEntrantResponse>(
                service, METHODID_ADD_ENTRANT)))
        .addMethod(
          getGetBotTokensMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.GetBotTokensRequest,
              dev.botwerk.v1.GetBotTokensResponse>(
                service, METHODID_GET_BOT_TOKENS)))
        .addMethod(
          getWatchTournamentMethod(),
          io.grpc.stub.ServerCalls.asyncServerStreamingCall(
            new MethodHandlers<
              dev.botwerk.v1.WatchTournamentRequest,
              dev.botwerk.v1.WatchTournamentResponse>(
                service, METHODID_WATCH_TOURNAMENT)))
        .addMethod(
          getGetStandingsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.GetStandingsRequest,
              dev.botwerk.v1.GetStandingsResponse>(
                service, METHODID_GET_STANDINGS)))
        .addMethod(
          getListPairingsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.ListPairingsRequest,
              dev.botwerk.v1.ListPairingsResponse>(
                service, METHODID_LIST_PAIRINGS)))
        .build();
  }

  private static abstract class TournamentServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    TournamentServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return dev.botwerk.v1.TournamentProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("TournamentService");
    }
  }

  private static final class TournamentServiceFileDescriptorSupplier
      extends TournamentServiceBaseDescriptorSupplier {
    TournamentServiceFileDescriptorSupplier() {}
  }

  private static final class TournamentServiceMethodDescriptorSupplier
      extends TournamentServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    TournamentServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (TournamentServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new TournamentServiceFileDescriptorSupplier())
              .addMethod(getCreateTournamentMethod())
              .addMethod(getGetTournamentMethod())
              .addMethod(getListTournamentsMethod())
              .addMethod(getPauseTournamentMethod())
              .addMethod(getResumeTournamentMethod())
              .addMethod(getCancelTournamentMethod())
              .addMethod(getWithdrawEntrantMethod())
              .addMethod(getReadmitEntrantMethod())
              .addMethod(getExtendTournamentMethod())
              .addMethod(getAddEntrantMethod())
              .addMethod(getGetBotTokensMethod())
              .addMethod(getWatchTournamentMethod())
              .addMethod(getGetStandingsMethod())
              .addMethod(getListPairingsMethod())
              .build();
        }
      }
    }
    return result;
  }
}
