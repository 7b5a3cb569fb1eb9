package botwerk_test

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"botwerk.dev/botwerk"
	"botwerk.dev/botwerk/botwerkv1"
)

// inFlight is the number of requests that wait for an answer at the same time.
const inFlight = 32

// answer has the fields of an answer, as JSON.
type answer map[string]any

// vector is a line of a file in `tests/vectors`.
type vector struct {
	Kind, Game, Seed, Position, Text, Outcome, Actor, Viewer string
	Seats                                                    uint32
	Options                                                  map[string]string
	Earlier                                                  []string
	Expect                                                   answer
}

// readVectors returns the vectors of a file, of which the first one is in line 2.
func readVectors(name, text string) ([]vector, error) {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	var header struct{ Format, Vectors int }
	if err := json.Unmarshal([]byte(lines[0]), &header); err != nil {
		return nil, fmt.Errorf("%s:1: %w", name, err)
	}
	vectors := make([]vector, len(lines)-1)
	if header.Format != 1 || header.Vectors != len(vectors) {
		return nil, fmt.Errorf("%s:1: found %d vectors, expected %+v", name, len(vectors), header)
	}
	for index := range vectors {
		if err := json.Unmarshal([]byte(lines[index+1]), &vectors[index]); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, index+2, err)
		}
	}
	return vectors, nil
}

func digest(data []byte) string {
	return fmt.Sprintf("%x", sha256.Sum256(data))[:16]
}

func messagesDigest[M proto.Message](messages ...M) string {
	var wire []byte
	for _, message := range messages {
		wire = protowire.AppendBytes(wire, wireFormat(message.ProtoReflect()))
	}
	return digest(wire)
}

// wireFormat returns a message with its fields in ascending order: [proto.Marshal] writes those of a oneof last.
func wireFormat(message protoreflect.Message) []byte {
	values := map[protoreflect.FieldDescriptor]protoreflect.Value{}
	message.Range(func(field protoreflect.FieldDescriptor, value protoreflect.Value) bool {
		values[field] = value
		return true
	})
	byNumber := func(a, b protoreflect.FieldDescriptor) int { return cmp.Compare(a.Number(), b.Number()) }
	var wire []byte
	for _, field := range slices.SortedFunc(maps.Keys(values), byNumber) {
		appendMessage := func(part protoreflect.Message) {
			wire = protowire.AppendTag(wire, field.Number(), protowire.BytesType)
			wire = protowire.AppendBytes(wire, wireFormat(part))
		}
		switch value := values[field]; {
		case field.Message() == nil:
			part := message.New()
			part.Set(field, value)
			wire, _ = proto.MarshalOptions{}.MarshalAppend(wire, part.Interface())
		case field.IsList():
			for index := range value.List().Len() {
				appendMessage(value.List().Get(index).Message())
			}
		default:
			appendMessage(value.Message())
		}
	}
	return wire
}

func positionFields(info *botwerkv1.PositionInfo) answer {
	return answer{"position": info.GetText(), "hash": fmt.Sprintf("%016x", info.GetHash()), "turn": turnJSON(info.GetTurn())}
}

func turnJSON(turn *botwerkv1.Turn) json.RawMessage {
	text, _ := protojson.Marshal(turn)
	return text
}

// sideJSON returns an actor or a viewer as JSON.
func sideJSON(name string) []byte {
	if _, err := strconv.ParseUint(name, 10, 32); err == nil {
		return fmt.Appendf(nil, `{"seat":%s}`, name)
	}
	return fmt.Appendf(nil, `{%q:true}`, name)
}

// ask sends the request of a vector and returns the fields of the answer, which count unless there is an error.
func ask(ctx context.Context, rules botwerkv1.RulesServiceClient, v vector) (answer, error) {
	setup := &botwerkv1.GameSetup{Game: v.Game, Seats: v.Seats}
	for name, value := range v.Options {
		setup.Options = append(setup.Options, &botwerkv1.GameOption{Name: name, Value: value})
	}
	if v.Kind == "chance" {
		v.Actor, v.Text = "chance", v.Outcome
	}
	var actor *botwerkv1.Actor
	if v.Actor != "" {
		actor = &botwerkv1.Actor{}
		if err := protojson.Unmarshal(sideJSON(v.Actor), actor); err != nil {
			return nil, err
		}
	}
	switch v.Kind {
	case "start":
		start, err := rules.CreatePosition(ctx, &botwerkv1.CreatePositionRequest{Setup: setup, Seed: v.Seed})
		fields := positionFields(start.GetPosition())
		fields["message"] = messagesDigest(start.GetPosition().GetPosition())
		return fields, err
	case "position":
		parsed, err := rules.ParsePosition(ctx, &botwerkv1.ParsePositionRequest{Setup: setup, Text: v.Position})
		if err != nil {
			return nil, err
		}
		position := parsed.GetPosition().GetPosition()
		formatted, err := rules.FormatPosition(ctx, &botwerkv1.FormatPositionRequest{Setup: setup, Position: position})
		fields := positionFields(parsed.GetPosition())
		fields["message"] = messagesDigest(position)
		fields["is_formatted_alike"] = formatted.GetText() == v.Position
		return fields, err
	case "legal":
		request := &botwerkv1.ListLegalActionsRequest{Setup: setup, Position: v.Position, Actor: actor}
		legal, err := rules.ListLegalActions(ctx, request)
		texts, numbers, messages := []string{}, []string{}, []*botwerkv1.Action{}
		for _, action := range legal.GetActions() {
			texts = append(texts, action.GetText())
			numbers = append(numbers, fmt.Sprint(action.GetNumber()))
			messages = append(messages, action.GetAction())
		}
		fields := answer{
			"count":    len(texts),
			"digest":   digest([]byte(strings.Join(texts, "\n"))),
			"numbers":  digest([]byte(strings.Join(numbers, "\n"))),
			"messages": messagesDigest(messages...),
		}
		if _, isShort := v.Expect["actions"]; isShort {
			fields["actions"] = texts
		}
		switch kind := legal.GetActor().GetKind().(type) {
		case *botwerkv1.Actor_Seat:
			fields["actor"] = fmt.Sprint(kind.Seat)
		case *botwerkv1.Actor_Chance:
			fields["actor"] = "chance"
		}
		return fields, err
	case "apply", "chance":
		applied, err := rules.ApplyActions(ctx, &botwerkv1.ApplyActionsRequest{
			Setup: setup, Position: v.Position, Actor: actor, Text: v.Text, EarlierPositions: v.Earlier,
		})
		return positionFields(applied.GetPosition()), err
	case "view":
		viewer := &botwerkv1.Viewer{}
		if err := protojson.Unmarshal(sideJSON(v.Viewer), viewer); err != nil {
			return nil, err
		}
		view, err := rules.GetView(ctx, &botwerkv1.GetViewRequest{Setup: setup, Position: v.Position, Viewer: viewer})
		return answer{
			"text":            view.GetText(),
			"hash":            fmt.Sprintf("%016x", view.GetViewHash()),
			"observation_len": len(view.GetObservation()),
			"observation":     digest(view.GetObservation()),
			"message":         messagesDigest(view.GetView()),
		}, err
	case "action":
		parsed, err := rules.ParseAction(ctx, &botwerkv1.ParseActionRequest{Setup: setup, Text: v.Text})
		if err != nil {
			return nil, err
		}
		action := parsed.GetAction()
		request := &botwerkv1.FormatActionRequest{Setup: setup, Action: action.GetAction()}
		formatted, err := rules.FormatAction(ctx, request)
		return answer{
			"number":             action.GetNumber(),
			"message":            messagesDigest(action.GetAction()),
			"is_formatted_alike": formatted.GetAction().GetText() == v.Text,
		}, err
	default:
		return nil, fmt.Errorf("%s: unknown kind", v.Kind)
	}
}

// isCompared returns whether a field is compared: errors of the client have neither a rule nor an index.
func isCompared(field string) bool {
	return field != "rule" && field != "index"
}

// compare returns the differences between an answer and the expected one.
func compare(v vector, found answer) []string {
	expected := maps.Clone(v.Expect)
	for _, field := range []string{"position", "text"} {
		// A text is left out if it is that of the request.
		if _, isPresent := expected[field]; !isPresent && found[field] != nil {
			expected[field] = v.Position
		}
	}
	if turn, hasTurn := expected["turn"]; hasTurn {
		text, _ := json.Marshal(turn)
		message := &botwerkv1.Turn{}
		_ = protojson.Unmarshal(text, message)
		expected["turn"] = turnJSON(message)
	}
	fields := maps.Clone(expected)
	maps.Copy(fields, found)
	var differences []string
	for _, field := range slices.Sorted(maps.Keys(fields)) {
		wanted, _ := json.Marshal(expected[field])
		value, _ := json.Marshal(found[field])
		if isCompared(field) && !bytes.Equal(wanted, value) {
			difference := fmt.Sprintf("%s: %s: expected %s, found %s", v.Kind, field, wanted, value)
			differences = append(differences, difference)
		}
	}
	return differences
}

// playVectors plays vectors, several at the same time, and returns how many were answered and the differences.
func playVectors(ctx context.Context, client *botwerk.Client, name string, vectors []vector) (int, []string) {
	var next, played atomic.Int64
	differences := make([][]string, len(vectors))
	var workers sync.WaitGroup
	for range inFlight {
		workers.Go(func() {
			for index := next.Add(1) - 1; int(index) < len(vectors); index = next.Add(1) - 1 {
				found, err := ask(ctx, client.Rules, vectors[index])
				if err != nil {
					found = answer{"error": err.Error()}
					if rejected, ok := errors.AsType[*botwerk.RejectedError](err); ok {
						found = answer{"error": strings.TrimPrefix(rejected.Reason.String(), "ERROR_REASON_")}
					}
				}
				for _, difference := range compare(vectors[index], found) {
					differences[index] = append(differences[index], fmt.Sprintf("%s:%d: %s", name, index+2, difference))
				}
				played.Add(1)
			}
		})
	}
	workers.Wait()
	return int(played.Load()), slices.Concat(differences...)
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("../../tests/vectors", name))
	check(t, err)
	return string(text)
}

func TestServerAnswersTheVectorsOfEveryGame(t *testing.T) {
	t.Parallel()
	server := startServer(t)
	tested := 0
	for _, game := range games(t) {
		name := game + ".jsonl"
		// A game that is not one of Botwerk has no vectors.
		if _, err := os.Stat(filepath.Join("../../tests/vectors", name)); err != nil {
			continue
		}
		tested++
		vectors, err := readVectors(name, readFile(t, name))
		check(t, err)
		played, differences := playVectors(t.Context(), server.client, name, vectors)
		if len(differences) > 0 {
			t.Errorf("%d differences:\n%s", len(differences), strings.Join(differences[:min(5, len(differences))], "\n"))
		}
		if played != len(vectors) || played < 2000 {
			t.Errorf("%s: %d of %d vectors were played", name, played, len(vectors))
		}
	}
	if tested != 4 {
		t.Errorf("%d games have vectors", tested)
	}
}

func TestAlteredVectorsAreFound(t *testing.T) {
	t.Parallel()
	server := startServer(t)
	text := readFile(t, "droids.jsonl")
	vectors, err := readVectors("droids.jsonl", text)
	check(t, err)
	altered := map[string]vector{}
	for _, v := range vectors {
		for field := range v.Expect {
			if change := v.Kind + ": " + field; isCompared(field) && altered[change].Kind == "" {
				changed := v
				changed.Expect = maps.Clone(v.Expect)
				changed.Expect[field] = map[string]any{"chance": "altered"}
				altered[change] = changed
			}
		}
	}
	changes := slices.Sorted(maps.Keys(altered))
	var places, found []string
	var played []vector
	for index, change := range changes {
		places = append(places, fmt.Sprintf("altered:%d: %s", index+2, change))
		played = append(played, altered[change])
	}
	_, differences := playVectors(t.Context(), server.client, "altered", played)
	for _, difference := range differences {
		place, _, _ := strings.Cut(difference, ": expected")
		found = append(found, place)
	}
	if len(changes) < 25 || !slices.Equal(places, found) {
		t.Errorf("expected %q, found %q", places, found)
	}
	if _, err := readVectors("short", text[:strings.LastIndex(text, "\n{")]); err == nil {
		t.Error("a missing line is not found")
	}
}
