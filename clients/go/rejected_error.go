package botwerk

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"botwerk.dev/botwerk/botwerkv1"
)

// reasonPrefix is what the names of the reasons begin with in the API, but not in [errdetails.ErrorInfo].
const reasonPrefix = "ERROR_REASON_"

// RejectedError is the rejection of a call, a join or a choice by the server, or the failure of a call that no server
// has answered.
type RejectedError struct {
	// Reason is machine-readable, such as [botwerkv1.ErrorReason_ERROR_REASON_ILLEGAL_ACTION]. It is unspecified if
	// the server has given none that this version knows.
	Reason botwerkv1.ErrorReason
	// Message says what was wrong, where, and how to fix it.
	Message string
	// Code is the status code of gRPC.
	Code codes.Code
	// Address is that of the server to connect to instead, for [botwerkv1.ErrorReason_ERROR_REASON_WRONG_SERVER].
	Address string
	// RetryDelay is the time after which the same request may succeed. Nil if the server would reject it again, or if
	// no server has answered.
	RetryDelay *time.Duration

	// status is what the call has ended with, or nil for a message of a stream.
	status *status.Status
	// isFromServer tells whether a server has rejected the request, rather than a proxy or the connection.
	isFromServer bool
}

// Error returns the message with the name of the reason, or with that of the code without one.
func (e *RejectedError) Error() string {
	name := e.Code.String()
	if e.Reason != botwerkv1.ErrorReason_ERROR_REASON_UNSPECIFIED {
		name = strings.TrimPrefix(e.Reason.String(), reasonPrefix)
	}
	return fmt.Sprintf("%s (%s)", e.Message, name)
}

// GRPCStatus returns the status of the call, so that [status.FromError] and [status.Code] accept the error.
func (e *RejectedError) GRPCStatus() *status.Status {
	if e.status != nil {
		return e.status
	}
	return status.New(e.Code, e.Message)
}

// Is returns whether the context of a call has ended it, for [context.Canceled] and [context.DeadlineExceeded].
func (e *RejectedError) Is(target error) bool {
	switch target {
	case context.Canceled:
		return e.Code == codes.Canceled && !e.isFromServer
	case context.DeadlineExceeded:
		return e.Code == codes.DeadlineExceeded && !e.isFromServer
	default:
		return false
	}
}

// rejectedFromError returns the rejection in an error of a call.
func rejectedFromError(err error) *RejectedError {
	if rejected, ok := errors.AsType[*RejectedError](err); ok {
		return rejected
	}
	status := status.Convert(err)
	rejected := &RejectedError{Message: status.Message(), Code: status.Code(), status: status}
	for _, detail := range status.Details() {
		switch detail := detail.(type) {
		case *errdetails.ErrorInfo:
			rejected.isFromServer = true
			rejected.Reason = knownReason(reasonPrefix + detail.GetReason())
			rejected.Address = detail.GetMetadata()["address"]
		case *errdetails.RetryInfo:
			rejected.RetryDelay = new(detail.GetRetryDelay().AsDuration())
		}
	}
	return rejected
}

func rejectedFromMessage(message *botwerkv1.Error) *RejectedError {
	rejected := &RejectedError{
		Reason:       knownReason(message.GetReason().String()),
		Message:      message.GetMessage(),
		Code:         codes.Code(message.GetCode()),
		Address:      message.GetAddress(),
		isFromServer: true,
	}
	if message.RetryDelayNanos != nil {
		rejected.RetryDelay = new(time.Duration(message.GetRetryDelayNanos()))
	}
	return rejected
}

// knownReason returns the reason of a name. A newer server may have others.
func knownReason(name string) botwerkv1.ErrorReason {
	return botwerkv1.ErrorReason(botwerkv1.ErrorReason_value[name])
}

// isFinal returns whether another attempt would meet the same error.
func (e *RejectedError) isFinal() bool {
	// Another server may accept the same request, or this one later.
	if e.Address != "" || e.RetryDelay != nil {
		return false
	}
	switch e.Code {
	case codes.Unauthenticated, codes.PermissionDenied, codes.Unimplemented:
		return true
	default:
		return e.isFromServer
	}
}

// isOpen returns whether the request is still open after the rejection of a choice, so that another one may be
// accepted.
func (e *RejectedError) isOpen() bool {
	switch e.Reason {
	case botwerkv1.ErrorReason_ERROR_REASON_ILLEGAL_ACTION, botwerkv1.ErrorReason_ERROR_REASON_BAD_REQUEST,
		botwerkv1.ErrorReason_ERROR_REASON_LIMIT_EXCEEDED, botwerkv1.ErrorReason_ERROR_REASON_TOO_LARGE:
		return true
	default:
		return false
	}
}

// isExpected returns whether the rejection of a choice needs no reaction: the request is closed, or the server sends
// it again.
func (e *RejectedError) isExpected() bool {
	switch e.Reason {
	case botwerkv1.ErrorReason_ERROR_REASON_WRONG_TURN, botwerkv1.ErrorReason_ERROR_REASON_NOT_YOUR_TURN,
		botwerkv1.ErrorReason_ERROR_REASON_ALREADY_SUBMITTED, botwerkv1.ErrorReason_ERROR_REASON_FLAGGED,
		botwerkv1.ErrorReason_ERROR_REASON_MATCH_OVER:
		return true
	default:
		return e.RetryDelay != nil
	}
}
