package dev.botwerk.v1;

import static io.grpc.MethodDescriptor.generateFullMethodName;

/**
 * <pre>
 * Distributes the matches of tournaments between built-in agents to workers. All calls require the server's worker
 * token or its admin token, if one is configured.
 * A worker leases a chunk of matches, plays them, reports their results, and renews its leases in the meantime. A lease
 * that is not renewed in time ends, and another worker can lease the chunk. Only the newest lease of a chunk can report
 * results, and the result of a match is counted once.
 * A lease belongs to its worker: no other can renew, report or release it. A worker that reports what was not played, or whose
 * play of a match differs from that of the server, is excluded: its calls are rejected with WORKER_EXCLUDED until the
 * operator readmits it, and its results in tournaments that have not ended are replaced by another play.
 * </pre>
 */
@io.grpc.stub.annotations.GrpcGenerated
public final class WorkerServiceGrpc {

  private WorkerServiceGrpc() {}

  public static final java.lang.String SERVICE_NAME = "botwerk.v1.WorkerService";

  // Static method descriptors that strictly reflect the proto.
  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.LeaseChunkRequest,
      dev.botwerk.v1.LeaseChunkResponse> getLeaseChunkMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "LeaseChunk",
      requestType = dev.botwerk.v1.LeaseChunkRequest.class,
      responseType = dev.botwerk.v1.LeaseChunkResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.LeaseChunkRequest,
      dev.botwerk.v1.LeaseChunkResponse> getLeaseChunkMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.LeaseChunkRequest, dev.botwerk.v1.LeaseChunkResponse> getLeaseChunkMethod;
    if ((getLeaseChunkMethod = WorkerServiceGrpc.getLeaseChunkMethod) == null) {
      synchronized (WorkerServiceGrpc.class) {
        if ((getLeaseChunkMethod = WorkerServiceGrpc.getLeaseChunkMethod) == null) {
          WorkerServiceGrpc.getLeaseChunkMethod = getLeaseChunkMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.LeaseChunkRequest, dev.botwerk.v1.LeaseChunkResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "LeaseChunk"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.LeaseChunkRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.LeaseChunkResponse.getDefaultInstance()))
              .setSchemaDescriptor(new WorkerServiceMethodDescriptorSupplier("LeaseChunk"))
              .build();
        }
      }
    }
    return getLeaseChunkMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.GetWorkRequest,
      dev.botwerk.v1.GetWorkResponse> getGetWorkMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "GetWork",
      requestType = dev.botwerk.v1.GetWorkRequest.class,
      responseType = dev.botwerk.v1.GetWorkResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.GetWorkRequest,
      dev.botwerk.v1.GetWorkResponse> getGetWorkMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.GetWorkRequest, dev.botwerk.v1.GetWorkResponse> getGetWorkMethod;
    if ((getGetWorkMethod = WorkerServiceGrpc.getGetWorkMethod) == null) {
      synchronized (WorkerServiceGrpc.class) {
        if ((getGetWorkMethod = WorkerServiceGrpc.getGetWorkMethod) == null) {
          WorkerServiceGrpc.getGetWorkMethod = getGetWorkMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.GetWorkRequest, dev.botwerk.v1.GetWorkResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "GetWork"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.GetWorkRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.GetWorkResponse.getDefaultInstance()))
              .setSchemaDescriptor(new WorkerServiceMethodDescriptorSupplier("GetWork"))
              .build();
        }
      }
    }
    return getGetWorkMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.RenewLeasesRequest,
      dev.botwerk.v1.RenewLeasesResponse> getRenewLeasesMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "RenewLeases",
      requestType = dev.botwerk.v1.RenewLeasesRequest.class,
      responseType = dev.botwerk.v1.RenewLeasesResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.RenewLeasesRequest,
      dev.botwerk.v1.RenewLeasesResponse> getRenewLeasesMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.RenewLeasesRequest, dev.botwerk.v1.RenewLeasesResponse> getRenewLeasesMethod;
    if ((getRenewLeasesMethod = WorkerServiceGrpc.getRenewLeasesMethod) == null) {
      synchronized (WorkerServiceGrpc.class) {
        if ((getRenewLeasesMethod = WorkerServiceGrpc.getRenewLeasesMethod) == null) {
          WorkerServiceGrpc.getRenewLeasesMethod = getRenewLeasesMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.RenewLeasesRequest, dev.botwerk.v1.RenewLeasesResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "RenewLeases"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.RenewLeasesRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.RenewLeasesResponse.getDefaultInstance()))
              .setSchemaDescriptor(new WorkerServiceMethodDescriptorSupplier("RenewLeases"))
              .build();
        }
      }
    }
    return getRenewLeasesMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.ReportResultsRequest,
      dev.botwerk.v1.ReportResultsResponse> getReportResultsMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ReportResults",
      requestType = dev.botwerk.v1.ReportResultsRequest.class,
      responseType = dev.botwerk.v1.ReportResultsResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.ReportResultsRequest,
      dev.botwerk.v1.ReportResultsResponse> getReportResultsMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.ReportResultsRequest, dev.botwerk.v1.ReportResultsResponse> getReportResultsMethod;
    if ((getReportResultsMethod = WorkerServiceGrpc.getReportResultsMethod) == null) {
      synchronized (WorkerServiceGrpc.class) {
        if ((getReportResultsMethod = WorkerServiceGrpc.getReportResultsMethod) == null) {
          WorkerServiceGrpc.getReportResultsMethod = getReportResultsMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.ReportResultsRequest, dev.botwerk.v1.ReportResultsResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ReportResults"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.ReportResultsRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.ReportResultsResponse.getDefaultInstance()))
              .setSchemaDescriptor(new WorkerServiceMethodDescriptorSupplier("ReportResults"))
              .build();
        }
      }
    }
    return getReportResultsMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.ReleaseLeaseRequest,
      dev.botwerk.v1.ReleaseLeaseResponse> getReleaseLeaseMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ReleaseLease",
      requestType = dev.botwerk.v1.ReleaseLeaseRequest.class,
      responseType = dev.botwerk.v1.ReleaseLeaseResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.ReleaseLeaseRequest,
      dev.botwerk.v1.ReleaseLeaseResponse> getReleaseLeaseMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.ReleaseLeaseRequest, dev.botwerk.v1.ReleaseLeaseResponse> getReleaseLeaseMethod;
    if ((getReleaseLeaseMethod = WorkerServiceGrpc.getReleaseLeaseMethod) == null) {
      synchronized (WorkerServiceGrpc.class) {
        if ((getReleaseLeaseMethod = WorkerServiceGrpc.getReleaseLeaseMethod) == null) {
          WorkerServiceGrpc.getReleaseLeaseMethod = getReleaseLeaseMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.ReleaseLeaseRequest, dev.botwerk.v1.ReleaseLeaseResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ReleaseLease"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.ReleaseLeaseRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.ReleaseLeaseResponse.getDefaultInstance()))
              .setSchemaDescriptor(new WorkerServiceMethodDescriptorSupplier("ReleaseLease"))
              .build();
        }
      }
    }
    return getReleaseLeaseMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.ListWorkersRequest,
      dev.botwerk.v1.ListWorkersResponse> getListWorkersMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListWorkers",
      requestType = dev.botwerk.v1.ListWorkersRequest.class,
      responseType = dev.botwerk.v1.ListWorkersResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.ListWorkersRequest,
      dev.botwerk.v1.ListWorkersResponse> getListWorkersMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.ListWorkersRequest, dev.botwerk.v1.ListWorkersResponse> getListWorkersMethod;
    if ((getListWorkersMethod = WorkerServiceGrpc.getListWorkersMethod) == null) {
      synchronized (WorkerServiceGrpc.class) {
        if ((getListWorkersMethod = WorkerServiceGrpc.getListWorkersMethod) == null) {
          WorkerServiceGrpc.getListWorkersMethod = getListWorkersMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.ListWorkersRequest, dev.botwerk.v1.ListWorkersResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListWorkers"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.ListWorkersRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.ListWorkersResponse.getDefaultInstance()))
              .setSchemaDescriptor(new WorkerServiceMethodDescriptorSupplier("ListWorkers"))
              .build();
        }
      }
    }
    return getListWorkersMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.ListDifferingMatchesRequest,
      dev.botwerk.v1.ListDifferingMatchesResponse> getListDifferingMatchesMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ListDifferingMatches",
      requestType = dev.botwerk.v1.ListDifferingMatchesRequest.class,
      responseType = dev.botwerk.v1.ListDifferingMatchesResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.ListDifferingMatchesRequest,
      dev.botwerk.v1.ListDifferingMatchesResponse> getListDifferingMatchesMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.ListDifferingMatchesRequest, dev.botwerk.v1.ListDifferingMatchesResponse> getListDifferingMatchesMethod;
    if ((getListDifferingMatchesMethod = WorkerServiceGrpc.getListDifferingMatchesMethod) == null) {
      synchronized (WorkerServiceGrpc.class) {
        if ((getListDifferingMatchesMethod = WorkerServiceGrpc.getListDifferingMatchesMethod) == null) {
          WorkerServiceGrpc.getListDifferingMatchesMethod = getListDifferingMatchesMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.ListDifferingMatchesRequest, dev.botwerk.v1.ListDifferingMatchesResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ListDifferingMatches"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.ListDifferingMatchesRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.ListDifferingMatchesResponse.getDefaultInstance()))
              .setSchemaDescriptor(new WorkerServiceMethodDescriptorSupplier("ListDifferingMatches"))
              .build();
        }
      }
    }
    return getListDifferingMatchesMethod;
  }

  private static volatile io.grpc.MethodDescriptor<dev.botwerk.v1.ReadmitWorkerRequest,
      dev.botwerk.v1.ReadmitWorkerResponse> getReadmitWorkerMethod;

  @io.grpc.stub.annotations.RpcMethod(
      fullMethodName = SERVICE_NAME + '/' + "ReadmitWorker",
      requestType = dev.botwerk.v1.ReadmitWorkerRequest.class,
      responseType = dev.botwerk.v1.ReadmitWorkerResponse.class,
      methodType = io.grpc.MethodDescriptor.MethodType.UNARY)
  public static io.grpc.MethodDescriptor<dev.botwerk.v1.ReadmitWorkerRequest,
      dev.botwerk.v1.ReadmitWorkerResponse> getReadmitWorkerMethod() {
    io.grpc.MethodDescriptor<dev.botwerk.v1.ReadmitWorkerRequest, dev.botwerk.v1.ReadmitWorkerResponse> getReadmitWorkerMethod;
    if ((getReadmitWorkerMethod = WorkerServiceGrpc.getReadmitWorkerMethod) == null) {
      synchronized (WorkerServiceGrpc.class) {
        if ((getReadmitWorkerMethod = WorkerServiceGrpc.getReadmitWorkerMethod) == null) {
          WorkerServiceGrpc.getReadmitWorkerMethod = getReadmitWorkerMethod =
              io.grpc.MethodDescriptor.<dev.botwerk.v1.ReadmitWorkerRequest, dev.botwerk.v1.ReadmitWorkerResponse>newBuilder()
              .setType(io.grpc.MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(generateFullMethodName(SERVICE_NAME, "ReadmitWorker"))
              .setSampledToLocalTracing(true)
              .setRequestMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.ReadmitWorkerRequest.getDefaultInstance()))
              .setResponseMarshaller(io.grpc.protobuf.ProtoUtils.marshaller(
                  dev.botwerk.v1.ReadmitWorkerResponse.getDefaultInstance()))
              .setSchemaDescriptor(new WorkerServiceMethodDescriptorSupplier("ReadmitWorker"))
              .build();
        }
      }
    }
    return getReadmitWorkerMethod;
  }

  /**
   * Creates a new async stub that supports all call types for the service
   */
  public static WorkerServiceStub newStub(io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<WorkerServiceStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<WorkerServiceStub>() {
        @java.lang.Override
        public WorkerServiceStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new WorkerServiceStub(channel, callOptions);
        }
      };
    return WorkerServiceStub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports all types of calls on the service
   */
  public static WorkerServiceBlockingV2Stub newBlockingV2Stub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<WorkerServiceBlockingV2Stub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<WorkerServiceBlockingV2Stub>() {
        @java.lang.Override
        public WorkerServiceBlockingV2Stub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new WorkerServiceBlockingV2Stub(channel, callOptions);
        }
      };
    return WorkerServiceBlockingV2Stub.newStub(factory, channel);
  }

  /**
   * Creates a new blocking-style stub that supports unary and streaming output calls on the service
   */
  public static WorkerServiceBlockingStub newBlockingStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<WorkerServiceBlockingStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<WorkerServiceBlockingStub>() {
        @java.lang.Override
        public WorkerServiceBlockingStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new WorkerServiceBlockingStub(channel, callOptions);
        }
      };
    return WorkerServiceBlockingStub.newStub(factory, channel);
  }

  /**
   * Creates a new ListenableFuture-style stub that supports unary calls on the service
   */
  public static WorkerServiceFutureStub newFutureStub(
      io.grpc.Channel channel) {
    io.grpc.stub.AbstractStub.StubFactory<WorkerServiceFutureStub> factory =
      new io.grpc.stub.AbstractStub.StubFactory<WorkerServiceFutureStub>() {
        @java.lang.Override
        public WorkerServiceFutureStub newStub(io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
          return new WorkerServiceFutureStub(channel, callOptions);
        }
      };
    return WorkerServiceFutureStub.newStub(factory, channel);
  }

  /**
   * <pre>
   * Distributes the matches of tournaments between built-in agents to workers. All calls require the server's worker
   * token or its admin token, if one is configured.
   * A worker leases a chunk of matches, plays them, reports their results, and renews its leases in the meantime. A lease
   * that is not renewed in time ends, and another worker can lease the chunk. Only the newest lease of a chunk can report
   * results, and the result of a match is counted once.
   * A lease belongs to its worker: no other can renew, report or release it. A worker that reports what was not played, or whose
   * play of a match differs from that of the server, is excluded: its calls are rejected with WORKER_EXCLUDED until the
   * operator readmits it, and its results in tournaments that have not ended are replaced by another play.
   * </pre>
   */
  public interface AsyncService {

    /**
     * <pre>
     * Leases a chunk. Waits for one at most as long as the request says.
     * </pre>
     */
    default void leaseChunk(dev.botwerk.v1.LeaseChunkRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.LeaseChunkResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getLeaseChunkMethod(), responseObserver);
    }

    /**
     * <pre>
     * Returns what the matches of a tournament are played from. It reveals the seeds of the tournament, in which only
     * built-in agents take part.
     * </pre>
     */
    default void getWork(dev.botwerk.v1.GetWorkRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.GetWorkResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getGetWorkMethod(), responseObserver);
    }

    /**
     * <pre>
     * Renews the leases of a worker, and reports that it is alive. A lease of which nothing new was reported for too long ends.
     * </pre>
     */
    default void renewLeases(dev.botwerk.v1.RenewLeasesRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.RenewLeasesResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getRenewLeasesMethod(), responseObserver);
    }

    /**
     * <pre>
     * Reports results. A report may be repeated until it is answered: results that are stored already are not counted
     * again. Rejected with LIMIT_EXCEEDED while the server has yet to play earlier matches of the worker again; the report is
     * then sent again.
     * </pre>
     */
    default void reportResults(dev.botwerk.v1.ReportResultsRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.ReportResultsResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getReportResultsMethod(), responseObserver);
    }

    /**
     * <pre>
     * Ends a lease before its chunk is complete, so that another worker can lease the chunk at once.
     * </pre>
     */
    default void releaseLease(dev.botwerk.v1.ReleaseLeaseRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.ReleaseLeaseResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getReleaseLeaseMethod(), responseObserver);
    }

    /**
     * <pre>
     * Lists the workers of this server with statistics that show which of them differ from the others. Requires the admin
     * token, if one is configured.
     * </pre>
     */
    default void listWorkers(dev.botwerk.v1.ListWorkersRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.ListWorkersResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListWorkersMethod(), responseObserver);
    }

    /**
     * <pre>
     * Lists the matches of a tournament that a worker and another player of the same match have played differently, with
     * both plays. Requires the admin token, if one is configured.
     * </pre>
     */
    default void listDifferingMatches(dev.botwerk.v1.ListDifferingMatchesRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.ListDifferingMatchesResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getListDifferingMatchesMethod(), responseObserver);
    }

    /**
     * <pre>
     * Readmits an excluded worker. Requires the admin token, if one is configured.
     * </pre>
     */
    default void readmitWorker(dev.botwerk.v1.ReadmitWorkerRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.ReadmitWorkerResponse> responseObserver) {
      io.grpc.stub.ServerCalls.asyncUnimplementedUnaryCall(getReadmitWorkerMethod(), responseObserver);
    }
  }

  /**
   * Base class for the server implementation of the service WorkerService.
   * <pre>
   * Distributes the matches of tournaments between built-in agents to workers. All calls require the server's worker
   * token or its admin token, if one is configured.
   * A worker leases a chunk of matches, plays them, reports their results, and renews its leases in the meantime. A lease
   * that is not renewed in time ends, and another worker can lease the chunk. Only the newest lease of a chunk can report
   * results, and the result of a match is counted once.
   * A lease belongs to its worker: no other can renew, report or release it. A worker that reports what was not played, or whose
   * play of a match differs from that of the server, is excluded: its calls are rejected with WORKER_EXCLUDED until the
   * operator readmits it, and its results in tournaments that have not ended are replaced by another play.
   * </pre>
   */
  public static abstract class WorkerServiceImplBase
      implements io.grpc.BindableService, AsyncService {

    @java.lang.Override public final io.grpc.ServerServiceDefinition bindService() {
      return WorkerServiceGrpc.bindService(this);
    }
  }

  /**
   * A stub to allow clients to do asynchronous rpc calls to service WorkerService.
   * <pre>
   * Distributes the matches of tournaments between built-in agents to workers. All calls require the server's worker
   * token or its admin token, if one is configured.
   * A worker leases a chunk of matches, plays them, reports their results, and renews its leases in the meantime. A lease
   * that is not renewed in time ends, and another worker can lease the chunk. Only the newest lease of a chunk can report
   * results, and the result of a match is counted once.
   * A lease belongs to its worker: no other can renew, report or release it. A worker that reports what was not played, or whose
   * play of a match differs from that of the server, is excluded: its calls are rejected with WORKER_EXCLUDED until the
   * operator readmits it, and its results in tournaments that have not ended are replaced by another play.
   * </pre>
   */
  public static final class WorkerServiceStub
      extends io.grpc.stub.AbstractAsyncStub<WorkerServiceStub> {
    private WorkerServiceStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected WorkerServiceStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new WorkerServiceStub(channel, callOptions);
    }

    /**
     * <pre>
     * Leases a chunk. Waits for one at most as long as the request says.
     * </pre>
     */
    public void leaseChunk(dev.botwerk.v1.LeaseChunkRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.LeaseChunkResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getLeaseChunkMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Returns what the matches of a tournament are played from. It reveals the seeds of the tournament, in which only
     * built-in agents take part.
     * </pre>
     */
    public void getWork(dev.botwerk.v1.GetWorkRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.GetWorkResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getGetWorkMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Renews the leases of a worker, and reports that it is alive. A lease of which nothing new was reported for too long ends.
     * </pre>
     */
    public void renewLeases(dev.botwerk.v1.RenewLeasesRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.RenewLeasesResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getRenewLeasesMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Reports results. A report may be repeated until it is answered: results that are stored already are not counted
     * again. Rejected with LIMIT_EXCEEDED while the server has yet to play earlier matches of the worker again; the report is
     * then sent again.
     * </pre>
     */
    public void reportResults(dev.botwerk.v1.ReportResultsRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.ReportResultsResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getReportResultsMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Ends a lease before its chunk is complete, so that another worker can lease the chunk at once.
     * </pre>
     */
    public void releaseLease(dev.botwerk.v1.ReleaseLeaseRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.ReleaseLeaseResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getReleaseLeaseMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Lists the workers of this server with statistics that show which of them differ from the others. Requires the admin
     * token, if one is configured.
     * </pre>
     */
    public void listWorkers(dev.botwerk.v1.ListWorkersRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.ListWorkersResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListWorkersMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Lists the matches of a tournament that a worker and another player of the same match have played differently, with
     * both plays. Requires the admin token, if one is configured.
     * </pre>
     */
    public void listDifferingMatches(dev.botwerk.v1.ListDifferingMatchesRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.ListDifferingMatchesResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getListDifferingMatchesMethod(), getCallOptions()), request, responseObserver);
    }

    /**
     * <pre>
     * Readmits an excluded worker. Requires the admin token, if one is configured.
     * </pre>
     */
    public void readmitWorker(dev.botwerk.v1.ReadmitWorkerRequest request,
        io.grpc.stub.StreamObserver<dev.botwerk.v1.ReadmitWorkerResponse> responseObserver) {
      io.grpc.stub.ClientCalls.asyncUnaryCall(
          getChannel().newCall(getReadmitWorkerMethod(), getCallOptions()), request, responseObserver);
    }
  }

  /**
   * A stub to allow clients to do synchronous rpc calls to service WorkerService.
   * <pre>
   * Distributes the matches of tournaments between built-in agents to workers. All calls require the server's worker
   * token or its admin token, if one is configured.
   * A worker leases a chunk of matches, plays them, reports their results, and renews its leases in the meantime. A lease
   * that is not renewed in time ends, and another worker can lease the chunk. Only the newest lease of a chunk can report
   * results, and the result of a match is counted once.
   * A lease belongs to its worker: no other can renew, report or release it. A worker that reports what was not played, or whose
   * play of a match differs from that of the server, is excluded: its calls are rejected with WORKER_EXCLUDED until the
   * operator readmits it, and its results in tournaments that have not ended are replaced by another play.
   * </pre>
   */
  public static final class WorkerServiceBlockingV2Stub
      extends io.grpc.stub.AbstractBlockingStub<WorkerServiceBlockingV2Stub> {
    private WorkerServiceBlockingV2Stub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected WorkerServiceBlockingV2Stub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new WorkerServiceBlockingV2Stub(channel, callOptions);
    }

    /**
     * <pre>
     * Leases a chunk. Waits for one at most as long as the request says.
     * </pre>
     */
    public dev.botwerk.v1.LeaseChunkResponse leaseChunk(dev.botwerk.v1.LeaseChunkRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getLeaseChunkMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Returns what the matches of a tournament are played from. It reveals the seeds of the tournament, in which only
     * built-in agents take part.
     * </pre>
     */
    public dev.botwerk.v1.GetWorkResponse getWork(dev.botwerk.v1.GetWorkRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getGetWorkMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Renews the leases of a worker, and reports that it is alive. A lease of which nothing new was reported for too long ends.
     * </pre>
     */
    public dev.botwerk.v1.RenewLeasesResponse renewLeases(dev.botwerk.v1.RenewLeasesRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getRenewLeasesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Reports results. A report may be repeated until it is answered: results that are stored already are not counted
     * again. Rejected with LIMIT_EXCEEDED while the server has yet to play earlier matches of the worker again; the report is
     * then sent again.
     * </pre>
     */
    public dev.botwerk.v1.ReportResultsResponse reportResults(dev.botwerk.v1.ReportResultsRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getReportResultsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Ends a lease before its chunk is complete, so that another worker can lease the chunk at once.
     * </pre>
     */
    public dev.botwerk.v1.ReleaseLeaseResponse releaseLease(dev.botwerk.v1.ReleaseLeaseRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getReleaseLeaseMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists the workers of this server with statistics that show which of them differ from the others. Requires the admin
     * token, if one is configured.
     * </pre>
     */
    public dev.botwerk.v1.ListWorkersResponse listWorkers(dev.botwerk.v1.ListWorkersRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListWorkersMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists the matches of a tournament that a worker and another player of the same match have played differently, with
     * both plays. Requires the admin token, if one is configured.
     * </pre>
     */
    public dev.botwerk.v1.ListDifferingMatchesResponse listDifferingMatches(dev.botwerk.v1.ListDifferingMatchesRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getListDifferingMatchesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Readmits an excluded worker. Requires the admin token, if one is configured.
     * </pre>
     */
    public dev.botwerk.v1.ReadmitWorkerResponse readmitWorker(dev.botwerk.v1.ReadmitWorkerRequest request) throws io.grpc.StatusException {
      return io.grpc.stub.ClientCalls.blockingV2UnaryCall(
          getChannel(), getReadmitWorkerMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do limited synchronous rpc calls to service WorkerService.
   * <pre>
   * Distributes the matches of tournaments between built-in agents to workers. All calls require the server's worker
   * token or its admin token, if one is configured.
   * A worker leases a chunk of matches, plays them, reports their results, and renews its leases in the meantime. A lease
   * that is not renewed in time ends, and another worker can lease the chunk. Only the newest lease of a chunk can report
   * results, and the result of a match is counted once.
   * A lease belongs to its worker: no other can renew, report or release it. A worker that reports what was not played, or whose
   * play of a match differs from that of the server, is excluded: its calls are rejected with WORKER_EXCLUDED until the
   * operator readmits it, and its results in tournaments that have not ended are replaced by another play.
   * </pre>
   */
  public static final class WorkerServiceBlockingStub
      extends io.grpc.stub.AbstractBlockingStub<WorkerServiceBlockingStub> {
    private WorkerServiceBlockingStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected WorkerServiceBlockingStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new WorkerServiceBlockingStub(channel, callOptions);
    }

    /**
     * <pre>
     * Leases a chunk. Waits for one at most as long as the request says.
     * </pre>
     */
    public dev.botwerk.v1.LeaseChunkResponse leaseChunk(dev.botwerk.v1.LeaseChunkRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getLeaseChunkMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Returns what the matches of a tournament are played from. It reveals the seeds of the tournament, in which only
     * built-in agents take part.
     * </pre>
     */
    public dev.botwerk.v1.GetWorkResponse getWork(dev.botwerk.v1.GetWorkRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getGetWorkMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Renews the leases of a worker, and reports that it is alive. A lease of which nothing new was reported for too long ends.
     * </pre>
     */
    public dev.botwerk.v1.RenewLeasesResponse renewLeases(dev.botwerk.v1.RenewLeasesRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getRenewLeasesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Reports results. A report may be repeated until it is answered: results that are stored already are not counted
     * again. Rejected with LIMIT_EXCEEDED while the server has yet to play earlier matches of the worker again; the report is
     * then sent again.
     * </pre>
     */
    public dev.botwerk.v1.ReportResultsResponse reportResults(dev.botwerk.v1.ReportResultsRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getReportResultsMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Ends a lease before its chunk is complete, so that another worker can lease the chunk at once.
     * </pre>
     */
    public dev.botwerk.v1.ReleaseLeaseResponse releaseLease(dev.botwerk.v1.ReleaseLeaseRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getReleaseLeaseMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists the workers of this server with statistics that show which of them differ from the others. Requires the admin
     * token, if one is configured.
     * </pre>
     */
    public dev.botwerk.v1.ListWorkersResponse listWorkers(dev.botwerk.v1.ListWorkersRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListWorkersMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Lists the matches of a tournament that a worker and another player of the same match have played differently, with
     * both plays. Requires the admin token, if one is configured.
     * </pre>
     */
    public dev.botwerk.v1.ListDifferingMatchesResponse listDifferingMatches(dev.botwerk.v1.ListDifferingMatchesRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getListDifferingMatchesMethod(), getCallOptions(), request);
    }

    /**
     * <pre>
     * Readmits an excluded worker. Requires the admin token, if one is configured.
     * </pre>
     */
    public dev.botwerk.v1.ReadmitWorkerResponse readmitWorker(dev.botwerk.v1.ReadmitWorkerRequest request) {
      return io.grpc.stub.ClientCalls.blockingUnaryCall(
          getChannel(), getReadmitWorkerMethod(), getCallOptions(), request);
    }
  }

  /**
   * A stub to allow clients to do ListenableFuture-style rpc calls to service WorkerService.
   * <pre>
   * Distributes the matches of tournaments between built-in agents to workers. All calls require the server's worker
   * token or its admin token, if one is configured.
   * A worker leases a chunk of matches, plays them, reports their results, and renews its leases in the meantime. A lease
   * that is not renewed in time ends, and another worker can lease the chunk. Only the newest lease of a chunk can report
   * results, and the result of a match is counted once.
   * A lease belongs to its worker: no other can renew, report or release it. A worker that reports what was not played, or whose
   * play of a match differs from that of the server, is excluded: its calls are rejected with WORKER_EXCLUDED until the
   * operator readmits it, and its results in tournaments that have not ended are replaced by another play.
   * </pre>
   */
  public static final class WorkerServiceFutureStub
      extends io.grpc.stub.AbstractFutureStub<WorkerServiceFutureStub> {
    private WorkerServiceFutureStub(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      super(channel, callOptions);
    }

    @java.lang.Override
    protected WorkerServiceFutureStub build(
        io.grpc.Channel channel, io.grpc.CallOptions callOptions) {
      return new WorkerServiceFutureStub(channel, callOptions);
    }

    /**
     * <pre>
     * Leases a chunk. Waits for one at most as long as the request says.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.LeaseChunkResponse> leaseChunk(
        dev.botwerk.v1.LeaseChunkRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getLeaseChunkMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Returns what the matches of a tournament are played from. It reveals the seeds of the tournament, in which only
     * built-in agents take part.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.GetWorkResponse> getWork(
        dev.botwerk.v1.GetWorkRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getGetWorkMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Renews the leases of a worker, and reports that it is alive. A lease of which nothing new was reported for too long ends.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.RenewLeasesResponse> renewLeases(
        dev.botwerk.v1.RenewLeasesRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getRenewLeasesMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Reports results. A report may be repeated until it is answered: results that are stored already are not counted
     * again. Rejected with LIMIT_EXCEEDED while the server has yet to play earlier matches of the worker again; the report is
     * then sent again.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.ReportResultsResponse> reportResults(
        dev.botwerk.v1.ReportResultsRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getReportResultsMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Ends a lease before its chunk is complete, so that another worker can lease the chunk at once.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.ReleaseLeaseResponse> releaseLease(
        dev.botwerk.v1.ReleaseLeaseRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getReleaseLeaseMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Lists the workers of this server with statistics that show which of them differ from the others. Requires the admin
     * token, if one is configured.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.ListWorkersResponse> listWorkers(
        dev.botwerk.v1.ListWorkersRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListWorkersMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Lists the matches of a tournament that a worker and another player of the same match have played differently, with
     * both plays. Requires the admin token, if one is configured.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.ListDifferingMatchesResponse> listDifferingMatches(
        dev.botwerk.v1.ListDifferingMatchesRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getListDifferingMatchesMethod(), getCallOptions()), request);
    }

    /**
     * <pre>
     * Readmits an excluded worker. Requires the admin token, if one is configured.
     * </pre>
     */
    public com.google.common.util.concurrent.ListenableFuture<dev.botwerk.v1.ReadmitWorkerResponse> readmitWorker(
        dev.botwerk.v1.ReadmitWorkerRequest request) {
      return io.grpc.stub.ClientCalls.futureUnaryCall(
          getChannel().newCall(getReadmitWorkerMethod(), getCallOptions()), request);
    }
  }

  private static final int METHODID_LEASE_CHUNK = 0;
  private static final int METHODID_GET_WORK = 1;
  private static final int METHODID_RENEW_LEASES = 2;
  private static final int METHODID_REPORT_RESULTS = 3;
  private static final int METHODID_RELEASE_LEASE = 4;
  private static final int METHODID_LIST_WORKERS = 5;
  private static final int METHODID_LIST_DIFFERING_MATCHES = 6;
  private static final int METHODID_READMIT_WORKER = 7;

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
        case METHODID_LEASE_CHUNK:
          serviceImpl.leaseChunk((dev.botwerk.v1.LeaseChunkRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.LeaseChunkResponse>) responseObserver);
          break;
        case METHODID_GET_WORK:
          serviceImpl.getWork((dev.botwerk.v1.GetWorkRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.GetWorkResponse>) responseObserver);
          break;
        case METHODID_RENEW_LEASES:
          serviceImpl.renewLeases((dev.botwerk.v1.RenewLeasesRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.RenewLeasesResponse>) responseObserver);
          break;
        case METHODID_REPORT_RESULTS:
          serviceImpl.reportResults((dev.botwerk.v1.ReportResultsRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.ReportResultsResponse>) responseObserver);
          break;
        case METHODID_RELEASE_LEASE:
          serviceImpl.releaseLease((dev.botwerk.v1.ReleaseLeaseRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.ReleaseLeaseResponse>) responseObserver);
          break;
        case METHODID_LIST_WORKERS:
          serviceImpl.listWorkers((dev.botwerk.v1.ListWorkersRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.ListWorkersResponse>) responseObserver);
          break;
        case METHODID_LIST_DIFFERING_MATCHES:
          serviceImpl.listDifferingMatches((dev.botwerk.v1.ListDifferingMatchesRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.ListDifferingMatchesResponse>) responseObserver);
          break;
        case METHODID_READMIT_WORKER:
          serviceImpl.readmitWorker((dev.botwerk.v1.ReadmitWorkerRequest) request,
              (io.grpc.stub.StreamObserver<dev.botwerk.v1.ReadmitWorkerResponse>) responseObserver);
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
          getLeaseChunkMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.LeaseChunkRequest,
              dev.botwerk.v1.LeaseChunkResponse>(
                service, METHODID_LEASE_CHUNK)))
        .addMethod(
          getGetWorkMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.GetWorkRequest,
              dev.botwerk.v1.GetWorkResponse>(
                service, METHODID_GET_WORK)))
        .addMethod(
          getRenewLeasesMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.RenewLeasesRequest,
              dev.botwerk.v1.RenewLeasesResponse>(
                service, METHODID_RENEW_LEASES)))
        .addMethod(
          getReportResultsMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.ReportResultsRequest,
              dev.botwerk.v1.ReportResultsResponse>(
                service, METHODID_REPORT_RESULTS)))
        .addMethod(
          getReleaseLeaseMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.ReleaseLeaseRequest,
              dev.botwerk.v1.ReleaseLeaseResponse>(
                service, METHODID_RELEASE_LEASE)))
        .addMethod(
          getListWorkersMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.ListWorkersRequest,
              dev.botwerk.v1.ListWorkersResponse>(
                service, METHODID_LIST_WORKERS)))
        .addMethod(
          getListDifferingMatchesMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.ListDifferingMatchesRequest,
              dev.botwerk.v1.ListDifferingMatchesResponse>(
                service, METHODID_LIST_DIFFERING_MATCHES)))
        .addMethod(
          getReadmitWorkerMethod(),
          io.grpc.stub.ServerCalls.asyncUnaryCall(
            new MethodHandlers<
              dev.botwerk.v1.ReadmitWorkerRequest,
              dev.botwerk.v1.ReadmitWorkerResponse>(
                service, METHODID_READMIT_WORKER)))
        .build();
  }

  private static abstract class WorkerServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoFileDescriptorSupplier, io.grpc.protobuf.ProtoServiceDescriptorSupplier {
    WorkerServiceBaseDescriptorSupplier() {}

    @java.lang.Override
    public com.google.protobuf.Descriptors.FileDescriptor getFileDescriptor() {
      return dev.botwerk.v1.WorkerProto.getDescriptor();
    }

    @java.lang.Override
    public com.google.protobuf.Descriptors.ServiceDescriptor getServiceDescriptor() {
      return getFileDescriptor().findServiceByName("WorkerService");
    }
  }

  private static final class WorkerServiceFileDescriptorSupplier
      extends WorkerServiceBaseDescriptorSupplier {
    WorkerServiceFileDescriptorSupplier() {}
  }

  private static final class WorkerServiceMethodDescriptorSupplier
      extends WorkerServiceBaseDescriptorSupplier
      implements io.grpc.protobuf.ProtoMethodDescriptorSupplier {
    private final java.lang.String methodName;

    WorkerServiceMethodDescriptorSupplier(java.lang.String methodName) {
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
      synchronized (WorkerServiceGrpc.class) {
        result = serviceDescriptor;
        if (result == null) {
          serviceDescriptor = result = io.grpc.ServiceDescriptor.newBuilder(SERVICE_NAME)
              .setSchemaDescriptor(new WorkerServiceFileDescriptorSupplier())
              .addMethod(getLeaseChunkMethod())
              .addMethod(getGetWorkMethod())
              .addMethod(getRenewLeasesMethod())
              .addMethod(getReportResultsMethod())
              .addMethod(getReleaseLeaseMethod())
              .addMethod(getListWorkersMethod())
              .addMethod(getListDifferingMatchesMethod())
              .addMethod(getReadmitWorkerMethod())
              .build();
        }
      }
    }
    return result;
  }
}
