package dev.botwerk;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import dev.botwerk.v1.Error;
import dev.botwerk.v1.ErrorReason;
import io.grpc.Status;
import io.grpc.protobuf.StatusProto;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The server rejected a call, a join or a choice, or no server has answered a call. */
public final class RejectedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** What the names of the reasons begin with in the API, but not in {@code ErrorInfo}. */
    private static final String REASON_PREFIX = "ERROR_REASON_";

    private final Error error;
    /** Whether a server has rejected the request, rather than a proxy or the connection. */
    private final boolean isFromServer;

    private RejectedException(Error error, boolean isFromServer, @Nullable Throwable cause) {
        super(error.getMessage() + " (" + name(error) + ")", cause);
        this.error = error;
        this.isFromServer = isFromServer;
    }

    /** Returns the name of the reason, or that of the code without one. */
    private static String name(Error error) {
        return switch (error.getReason()) {
            case ERROR_REASON_UNSPECIFIED, UNRECOGNIZED -> code(error).name();
            default -> error.getReason().name().substring(REASON_PREFIX.length());
        };
    }

    private static Status.Code code(Error error) {
        return Status.fromCodeValue(error.getCode()).getCode();
    }

    /**
     * Returns the rejection in the error of a call.
     *
     * @param cause the error, such as a {@code StatusRuntimeException}
     * @return the rejection
     */
    public static RejectedException from(Throwable cause) {
        if (cause instanceof RejectedException rejected) {
            return rejected;
        }
        var status = Status.fromThrowable(cause);
        var description = status.getDescription() == null ? String.valueOf(cause.getMessage()) : status.getDescription();
        var error = Error.newBuilder().setCode(status.getCode().value()).setMessage(description);
        var details = StatusProto.fromStatusAndTrailers(status, Status.trailersFromThrowable(cause));
        var isFromServer = false;
        try {
            for (var detail : details.getDetailsList()) {
                if (detail.is(ErrorInfo.class)) {
                    isFromServer = true;
                    addInfo(error, detail.unpack(ErrorInfo.class));
                } else if (detail.is(RetryInfo.class)) {
                    var delay = detail.unpack(RetryInfo.class).getRetryDelay();
                    var nanos = Duration.ofSeconds(delay.getSeconds(), delay.getNanos()).toNanos();
                    error.setRetryDelayNanos(nanos);
                }
            }
        } catch (InvalidProtocolBufferException ignored) {
            // An error without readable details has a code and a message.
        }
        return new RejectedException(error.build(), isFromServer, cause);
    }

    private static void addInfo(Error.Builder error, ErrorInfo info) {
        var reason = ErrorReason.getDescriptor().findValueByName(REASON_PREFIX + info.getReason());
        // A newer server may have other reasons.
        if (reason != null) {
            error.setReason(ErrorReason.valueOf(reason));
        }
        var address = info.getMetadataMap().get("address");
        if (address != null) {
            error.setAddress(address);
        }
    }

    static RejectedException from(Error error) {
        return new RejectedException(error, true, null);
    }

    /**
     * {@return the reason, or {@link ErrorReason#ERROR_REASON_UNSPECIFIED} if the server has given none that this
     * version knows}
     */
    public ErrorReason reason() {
        var reason = error.getReason();
        return reason == ErrorReason.UNRECOGNIZED ? ErrorReason.ERROR_REASON_UNSPECIFIED : reason;
    }

    /** {@return what was wrong, where, and how to fix it} */
    public String detail() {
        return error.getMessage();
    }

    /** {@return the status code of gRPC} */
    public Status.Code code() {
        return code(error);
    }

    /** {@return the server to connect to instead, if the reason is {@link ErrorReason#ERROR_REASON_WRONG_SERVER}} */
    public Optional<String> address() {
        return error.hasAddress() ? Optional.of(error.getAddress()) : Optional.empty();
    }

    /**
     * {@return the time after which the same request may succeed, or nothing if the server would reject it again, or if
     * no server has answered}
     */
    public Optional<Duration> retryDelay() {
        return error.hasRetryDelayNanos()
                ? Optional.of(Duration.ofNanos(error.getRetryDelayNanos()))
                : Optional.empty();
    }

    /** Returns whether another attempt would meet the same error. */
    boolean isFinal() {
        // Another server may accept the same request, or this one later.
        if (error.hasAddress() || error.hasRetryDelayNanos()) {
            return false;
        }
        return switch (code()) {
            case UNAUTHENTICATED, PERMISSION_DENIED, UNIMPLEMENTED -> true;
            default -> isFromServer;
        };
    }

    /** Returns whether the request is still open after the rejection of a choice. */
    boolean leavesRequestOpen() {
        return switch (error.getReason()) {
            case ERROR_REASON_ILLEGAL_ACTION, ERROR_REASON_BAD_REQUEST, ERROR_REASON_LIMIT_EXCEEDED,
                    ERROR_REASON_TOO_LARGE -> true;
            default -> false;
        };
    }

    /** Returns whether the rejection of a choice needs no reaction: the request is closed, or sent again. */
    boolean isExpected() {
        return switch (error.getReason()) {
            case ERROR_REASON_WRONG_TURN, ERROR_REASON_NOT_YOUR_TURN, ERROR_REASON_ALREADY_SUBMITTED,
                    ERROR_REASON_FLAGGED, ERROR_REASON_MATCH_OVER -> true;
            default -> error.hasRetryDelayNanos();
        };
    }
}
