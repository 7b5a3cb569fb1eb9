package dev.botwerk;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.rpc.ErrorInfo;
import dev.botwerk.v1.Error;
import io.grpc.Status;
import io.grpc.protobuf.StatusProto;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** The server rejected a call, a join or a choice. */
public final class RejectedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** The codes of errors that another attempt would meet again. */
    private static final Set<Status.Code> FINAL_CODES = EnumSet.of(
            Status.Code.UNAUTHENTICATED,
            Status.Code.PERMISSION_DENIED,
            Status.Code.NOT_FOUND,
            Status.Code.INVALID_ARGUMENT,
            Status.Code.FAILED_PRECONDITION,
            Status.Code.UNIMPLEMENTED);

    private final String reasonName;
    private final String detail;
    private final Status.Code code;
    /** The server to connect to instead, or null. */
    private final String address;

    RejectedException(String reasonName, String detail, Status.Code code, String address, Throwable cause) {
        super(detail + " (" + reasonName + ")", cause);
        this.reasonName = reasonName;
        this.detail = detail;
        this.code = code;
        this.address = address;
    }

    /** Returns the rejection in the error of a call, such as a {@code StatusRuntimeException}. */
    public static RejectedException from(Throwable error) {
        if (error instanceof RejectedException rejected) {
            return rejected;
        }
        var status = Status.fromThrowable(error);
        var code = status.getCode();
        var description = status.getDescription() == null ? String.valueOf(error.getMessage()) : status.getDescription();
        var details = StatusProto.fromThrowable(error);
        if (details != null) {
            for (var detail : details.getDetailsList()) {
                if (detail.is(ErrorInfo.class)) {
                    try {
                        var info = detail.unpack(ErrorInfo.class);
                        var address = info.getMetadataMap().get("address");
                        return new RejectedException(info.getReason(), description, code, address, error);
                    } catch (InvalidProtocolBufferException ignored) {
                        // The code is the reason.
                    }
                }
            }
        }
        return new RejectedException(code.name(), description, code, null, error);
    }

    static RejectedException from(Error error) {
        var code = Status.fromCodeValue(error.getCode()).getCode();
        var address = error.hasAddress() ? error.getAddress() : null;
        return new RejectedException(error.getReason(), error.getMessage(), code, address, null);
    }

    /** Returns the reason, or {@link Reason#UNRECOGNIZED} for one that this version does not know. */
    public Reason reason() {
        return Reason.fromName(reasonName);
    }

    /** Returns the name of the reason, such as {@code ILLEGAL_ACTION}, or that of the code without one. */
    public String reasonName() {
        return reasonName;
    }

    /** Returns what was wrong, where, and how to fix it. */
    public String detail() {
        return detail;
    }

    /** Returns the status code of gRPC. */
    public Status.Code code() {
        return code;
    }

    /** Returns the server to connect to instead, if the reason is {@link Reason#WRONG_SERVER}. */
    public Optional<String> address() {
        return Optional.ofNullable(address);
    }

    /** Returns whether another attempt would meet the same error. */
    boolean isFinal() {
        if (address != null) {
            // Another server may accept the same request.
            return false;
        }
        return FINAL_CODES.contains(code) || reason() == Reason.REPLACED;
    }

    /** Returns whether the request is still open after the rejection of a choice. */
    boolean leavesRequestOpen() {
        return switch (reason()) {
            case ILLEGAL_ACTION, BAD_REQUEST, LIMIT_EXCEEDED -> true;
            default -> false;
        };
    }

    /** Returns whether the rejection of a choice needs no reaction: the request is closed, or sent again. */
    boolean isExpected() {
        return switch (reason()) {
            case WRONG_TURN, NOT_YOUR_TURN, ALREADY_SUBMITTED, FLAGGED, MATCH_OVER, SUSPENDED, STORE_UNAVAILABLE,
                    DRAINING -> true;
            default -> false;
        };
    }
}
