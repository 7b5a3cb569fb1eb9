package botwerk

import (
	"context"
	"io"

	"google.golang.org/grpc"
)

// rejectUnary makes the error of a call a [*RejectedError].
func rejectUnary(
	ctx context.Context, method string, request, response any, connection *grpc.ClientConn,
	invoker grpc.UnaryInvoker, options ...grpc.CallOption,
) error {
	return rejection(invoker(ctx, method, request, response, connection, options...))
}

// rejectStream makes the errors of a stream a [*RejectedError].
func rejectStream(
	ctx context.Context, description *grpc.StreamDesc, connection *grpc.ClientConn, method string,
	streamer grpc.Streamer, options ...grpc.CallOption,
) (grpc.ClientStream, error) {
	stream, err := streamer(ctx, description, connection, method, options...)
	if err != nil {
		return nil, rejection(err)
	}
	return rejectingStream{stream}, nil
}

// rejectingStream is a stream whose errors are a [*RejectedError].
type rejectingStream struct{ grpc.ClientStream }

// RecvMsg receives a message. At the end of the stream its error is [io.EOF].
func (s rejectingStream) RecvMsg(message any) error {
	return rejection(s.ClientStream.RecvMsg(message))
}

// rejection returns the error of a call as its caller receives it.
func rejection(err error) error {
	if err == nil || err == io.EOF {
		return err
	}
	return rejectedFromError(err)
}
