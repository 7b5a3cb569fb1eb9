/** Choosing an action by its places on the board. */

/** An action with the places that it names, in the order in which they are chosen. */
export interface PlacedAction {
  readonly text: string;
  readonly places: readonly string[];
}

/** A place that can be chosen. */
export interface PlaceChoice {
  readonly place: string;
  readonly look: "start" | "goal" | "selected";
  readonly label: string;
  /** The action that the place decides, or the place that is selected afterwards. */
  readonly result:
    | { readonly kind: "play"; readonly text: string }
    | { readonly kind: "select"; readonly place: string | undefined };
}

/** Returns what can be chosen while a place is selected, or none is. */
export function placeChoices(actions: readonly PlacedAction[], selected: string | undefined): PlaceChoice[] {
  const choices = new Map<string, PlaceChoice>();
  for (const [place, starting] of groupByPlace(actions, 0)) {
    const [first] = starting;
    const isDecided = starting.length === 1 && first!.places.length === 1;
    choices.set(place, {
      place,
      look: isDecided ? "goal" : "start",
      label: isDecided ? first!.text : `${place}: ${starting.length} ${starting.length === 1 ? "action" : "actions"}`,
      result: isDecided ? { kind: "play", text: first!.text } : { kind: "select", place },
    });
  }
  if (selected === undefined) return [...choices.values()];
  choices.set(selected, {
    place: selected,
    look: "selected",
    label: `${selected}: selected`,
    result: { kind: "select", place: undefined },
  });
  const fromSelected = actions.filter(({ places }) => places[0] === selected);
  for (const [place, [action]] of groupByPlace(fromSelected, 1)) {
    choices.set(place, { place, look: "goal", label: action!.text, result: { kind: "play", text: action!.text } });
  }
  return [...choices.values()];
}

function groupByPlace(actions: readonly PlacedAction[], index: number): Map<string, PlacedAction[]> {
  const groups = new Map<string, PlacedAction[]>();
  for (const action of actions) {
    const place = action.places[index];
    if (place === undefined) continue;
    const group = groups.get(place);
    if (group === undefined) groups.set(place, [action]);
    else group.push(action);
  }
  return groups;
}
