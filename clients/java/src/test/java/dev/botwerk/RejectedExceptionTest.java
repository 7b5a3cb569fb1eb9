package dev.botwerk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.Any;
import com.google.protobuf.Duration;
import com.google.protobuf.Message;
import com.google.rpc.ErrorInfo;
import com.google.rpc.RetryInfo;
import com.google.rpc.Status;
import dev.botwerk.v1.Error;
import dev.botwerk.v1.ErrorReason;
import io.grpc.Status.Code;
import io.grpc.protobuf.StatusProto;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Whether another attempt may succeed after a rejection. */
class RejectedExceptionTest {
    private static final RetryInfo SECOND =
            RetryInfo.newBuilder().setRetryDelay(Duration.newBuilder().setSeconds(1)).build();

    private static RejectedException call(Code code, Message... details) {
        var status = Status.newBuilder().setCode(code.value()).setMessage("call");
        for (var detail : details) {
            status.addDetails(Any.pack(detail));
        }
        return RejectedException.from(StatusProto.toStatusRuntimeException(status.build()));
    }

    private static ErrorInfo reason(String name) {
        return ErrorInfo.newBuilder().setReason(name).build();
    }

    private static Error.Builder join() {
        return Error.newBuilder().setCode(Code.FAILED_PRECONDITION.value()).setMessage("join");
    }

    private static void check(RejectedException rejected, boolean isFinal, String text) {
        assertEquals(text, rejected.getMessage());
        assertEquals(isFinal, rejected.isFinal(), text);
    }

    @Test
    void retryDelayDecidesWhetherARejectionIsFinal() {
        check(call(Code.RESOURCE_EXHAUSTED, reason("TOO_LARGE")), true, "call (TOO_LARGE)");
        var draining = call(Code.UNAVAILABLE, reason("DRAINING"), SECOND);
        check(draining, false, "call (DRAINING)");
        assertEquals(Optional.of(java.time.Duration.ofSeconds(1)), draining.retryDelay());
        var bad = RejectedException.from(
                join().setReason(ErrorReason.ERROR_REASON_BAD_TOKEN).build());
        check(bad, true, "join (BAD_TOKEN)");
        assertEquals(Optional.empty(), bad.retryDelay());
        var wrongServer = ErrorInfo.newBuilder().setReason("WRONG_SERVER").putMetadata("address", "a:1");
        var elsewhere = call(Code.FAILED_PRECONDITION, wrongServer.build());
        check(elsewhere, false, "call (WRONG_SERVER)");
        assertEquals(Optional.of("a:1"), elsewhere.address());
    }

    @Test
    void reasonOfANewerServerIsUnspecified() {
        var call = call(Code.UNAVAILABLE, reason("OUT_OF_PIZZA"));
        check(call, true, "call (UNAVAILABLE)");
        assertEquals(ErrorReason.ERROR_REASON_UNSPECIFIED, call.reason());
        var join = RejectedException.from(
                join().setReasonValue(1000).setRetryDelayNanos(1).build());
        check(join, false, "join (FAILED_PRECONDITION)");
        assertEquals(ErrorReason.ERROR_REASON_UNSPECIFIED, join.reason());
    }

    @Test
    void errorOfTheConnectionIsFinalIfItsCodeIs() {
        check(call(Code.UNAVAILABLE), false, "call (UNAVAILABLE)");
        check(call(Code.INTERNAL), false, "call (INTERNAL)");
        check(call(Code.UNIMPLEMENTED), true, "call (UNIMPLEMENTED)");
        check(RejectedException.from(new IllegalStateException("ended")), false, "ended (UNKNOWN)");
    }
}
