package botwerk

import (
	"testing"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/protoadapt"
	"google.golang.org/protobuf/types/known/durationpb"

	"botwerk.dev/botwerk/botwerkv1"
)

// failedCall returns the rejection in an error of a call.
func failedCall(code codes.Code, details ...protoadapt.MessageV1) *RejectedError {
	failed, _ := status.New(code, "call").WithDetails(details...)
	return rejectedFromError(failed.Err())
}

// rejectedJoin returns the rejection in a message.
func rejectedJoin(reason botwerkv1.ErrorReason, retryDelayNanos *uint64) *RejectedError {
	return rejectedFromMessage(&botwerkv1.Error{
		Code:            int32(codes.FailedPrecondition),
		Reason:          reason,
		Message:         "join",
		RetryDelayNanos: retryDelayNanos,
	})
}

func TestRetryDelayDecidesWhetherARejectionIsFinal(t *testing.T) {
	t.Parallel()
	second := &errdetails.RetryInfo{RetryDelay: durationpb.New(time.Second)}
	wrongServer := &errdetails.ErrorInfo{Reason: "WRONG_SERVER", Metadata: map[string]string{"address": "a:1"}}
	for _, example := range []struct {
		rejected *RejectedError
		isFinal  bool
		text     string
	}{
		{failedCall(codes.ResourceExhausted, &errdetails.ErrorInfo{Reason: "TOO_LARGE"}), true, "call (TOO_LARGE)"},
		{failedCall(codes.Unavailable, &errdetails.ErrorInfo{Reason: "DRAINING"}, second), false, "call (DRAINING)"},
		{failedCall(codes.FailedPrecondition, wrongServer), false, "call (WRONG_SERVER)"},
		// A reason of a newer server.
		{failedCall(codes.Unavailable, &errdetails.ErrorInfo{Reason: "OUT_OF_PIZZA"}), true, "call (Unavailable)"},
		{rejectedJoin(1000, nil), true, "join (FailedPrecondition)"},
		{rejectedJoin(1000, new(uint64(time.Second))), false, "join (FailedPrecondition)"},
		{rejectedJoin(botwerkv1.ErrorReason_ERROR_REASON_BAD_TOKEN, nil), true, "join (BAD_TOKEN)"},
		// Errors of the connection.
		{failedCall(codes.Unavailable), false, "call (Unavailable)"},
		{failedCall(codes.Internal), false, "call (Internal)"},
		{failedCall(codes.Unimplemented), true, "call (Unimplemented)"},
	} {
		if example.rejected.isFinal() != example.isFinal || example.rejected.Error() != example.text {
			t.Errorf("%v: is final: %t; expected %v", example.rejected, example.rejected.isFinal(), example)
		}
		if delay := example.rejected.RetryDelay; delay != nil && *delay != time.Second {
			t.Error(*delay)
		}
	}
}
