package botwerk

import (
	"fmt"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"botwerk.dev/botwerk/botwerkv1"
)

// RejectedError is the rejection of a call, a join or a choice by the server.
type RejectedError struct {
	// Reason is machine-readable, such as [ReasonIllegalAction]. Without one it is the name of the code.
	Reason Reason
	// Message says what was wrong, where, and how to fix it.
	Message string
	// Code is the status code of gRPC.
	Code codes.Code
	// Address is that of the server to connect to instead, for [ReasonWrongServer].
	Address string
}

// Error returns the message with the reason.
func (e *RejectedError) Error() string {
	return fmt.Sprintf("%s (%s)", e.Message, e.Reason)
}

// NewRejectedError returns the rejection in an error of a call.
func NewRejectedError(err error) *RejectedError {
	status := status.Convert(err)
	rejected := &RejectedError{Message: status.Message(), Code: status.Code()}
	for _, detail := range status.Details() {
		if info, ok := detail.(*errdetails.ErrorInfo); ok {
			rejected.Reason = Reason(info.GetReason())
			rejected.Address = info.GetMetadata()["address"]
		}
	}
	if rejected.Reason == "" {
		rejected.Reason = Reason(codeName(status.Code()))
	}
	return rejected
}

func rejectedFromMessage(message *botwerkv1.Error) *RejectedError {
	return &RejectedError{
		Reason:  Reason(message.GetReason()),
		Message: message.GetMessage(),
		Code:    codes.Code(message.GetCode()),
		Address: message.GetAddress(),
	}
}

// isFinal returns whether another attempt would meet the same error.
func (e *RejectedError) isFinal() bool {
	switch e.Code {
	case codes.Unauthenticated, codes.PermissionDenied, codes.NotFound, codes.InvalidArgument,
		codes.FailedPrecondition, codes.Unimplemented:
		// Another server may accept the same request.
		return e.Address == ""
	default:
		return e.Reason == ReasonReplaced
	}
}

// isOpen returns whether the request is still open after the rejection of a choice, so that another one may be
// accepted.
func (e *RejectedError) isOpen() bool {
	return e.Reason == ReasonIllegalAction || e.Reason == ReasonBadRequest || e.Reason == ReasonLimitExceeded
}

// isExpected returns whether the rejection of a choice needs no reaction: the request is closed, or the server sends
// it again.
func (e *RejectedError) isExpected() bool {
	switch e.Reason {
	case ReasonWrongTurn, ReasonNotYourTurn, ReasonAlreadySubmitted, ReasonFlagged, ReasonMatchOver,
		ReasonSuspended, ReasonStoreUnavailable, ReasonDraining:
		return true
	default:
		return false
	}
}

// codeName returns the name of a code as gRPC writes it, such as "UNAVAILABLE".
func codeName(code codes.Code) string {
	name := []byte(nil)
	for i, letter := range []byte(code.String()) {
		isUpper := letter >= 'A' && letter <= 'Z'
		if isUpper && i > 0 && name[len(name)-1] != '_' && code != codes.OK {
			name = append(name, '_')
		}
		if !isUpper {
			letter -= 'a' - 'A'
		}
		name = append(name, letter)
	}
	return string(name)
}
