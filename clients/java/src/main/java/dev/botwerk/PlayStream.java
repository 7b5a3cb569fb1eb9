package dev.botwerk;

import dev.botwerk.v1.Join;
import dev.botwerk.v1.MatchServiceGrpc;
import dev.botwerk.v1.PlayRequest;
import dev.botwerk.v1.PlayResponse;
import dev.botwerk.v1.Submission;
import io.grpc.stub.ClientCallStreamObserver;
import io.grpc.stub.ClientResponseObserver;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A {@code Play} stream that joins one seat. */
final class PlayStream {
    /** What a stream reports: a frame, or its end. */
    record Event(PlayStream stream, @Nullable PlayResponse frame, @Nullable Throwable failure) {}

    private final Consumer<Event> receiver;
    private ClientCallStreamObserver<PlayRequest> requests;

    private PlayStream(Consumer<Event> receiver) {
        this.receiver = receiver;
    }

    /** Opens a stream. The receiver is called on threads of gRPC. */
    static PlayStream open(Client client, Join join, Consumer<Event> receiver) {
        client.resetConnectBackoff();
        var stream = new PlayStream(receiver);
        MatchServiceGrpc.newStub(client.channel()).play(stream.observer());
        stream.requests.onNext(PlayRequest.newBuilder().setJoin(join).build());
        return stream;
    }

    /** Sends a submission. The server answers it with a frame. */
    void submit(Submission submission) {
        requests.onNext(PlayRequest.newBuilder().setSubmission(submission).build());
    }

    /** Ends the stream. */
    void close() {
        requests.cancel("the match has ended for this stream", null);
    }

    private ClientResponseObserver<PlayRequest, PlayResponse> observer() {
        return new ClientResponseObserver<>() {
            @Override
            public void beforeStart(ClientCallStreamObserver<PlayRequest> call) {
                requests = call;
            }

            @Override
            public void onNext(PlayResponse frame) {
                receiver.accept(new Event(PlayStream.this, frame, null));
            }

            @Override
            public void onError(Throwable failure) {
                receiver.accept(new Event(PlayStream.this, null, failure));
            }

            @Override
            public void onCompleted() {
                onError(new IllegalStateException("the server ended the stream"));
            }
        };
    }
}
