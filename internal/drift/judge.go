package drift

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// Outcome is what the service makes of a changed answer.
type Outcome string

// The outcomes. Denied, Wrong, Charged and Panicked are faults whatever was changed, Silent is one unless the adapter
// declares that the member may be missing.
const (
	Same     Outcome = "same"     // the answer is what it was
	Refused  Outcome = "error"    // an error, which is not charged
	Flagged  Outcome = "flagged"  // the answer says that it is partial, or a source's status that it failed
	Silent   Outcome = "null"     // values are null or missing without a word
	Told     Outcome = "told"     // the provider said that there is none, and the answer goes by that
	Optional Outcome = "optional" // values are null, of a member that the adapter declares as optional

	Denied   Outcome = "denied"  // "no such record" or "bad input", though no provider said so
	Wrong    Outcome = "wrong"   // other values, without a word
	Charged  Outcome = "charged" // an answer is sold though no provider answered
	Panicked Outcome = "panic"   // the handler panicked
)

// IsFault says whether the service did not notice the change.
func (o Outcome) IsFault() bool {
	return slices.Contains([]Outcome{Silent, Denied, Wrong, Charged, Panicked}, o)
}

// Answer is what the service says to a call.
type Answer struct {
	Status int
	Body   []byte
	Free   bool // a 200 that is not charged
	Panic  any  // what the handler panicked with, nil when it did not
}

// Difference is a member of the service's answer that is not what it was.
type Difference struct {
	Member string
	Before string
	After  string

	nulled  bool
	less    bool // what is left of the value says less, and nothing else
	flagged bool
}

// Call is a call to the service, with the answer that it gives before any provider changes.
type Call struct {
	Answer   Answer
	Lists    bool            // the answer rests on lists too, which changes leave alone
	Volatile map[string]bool // members that differ from call to call
	// Providers are the names of all, and whether an empty object is their word for nothing.
	Providers map[string]bool
}

// Judge compares the answer to a changed provider with the one before.
func (b Call) Judge(after Answer, change Change) (Outcome, []Difference) {
	outcome, found := b.compare(after, change)
	saysLess := outcome == Silent ||
		outcome == Wrong && !slices.ContainsFunc(found, func(d Difference) bool { return !d.less })
	switch {
	case (outcome == Silent || outcome == Wrong || outcome == Denied) && change.isNone():
		return Told, found
	case saysLess && change.isAllowed():
		return Optional, found
	}
	return outcome, found
}

func (b Call) compare(after Answer, change Change) (Outcome, []Difference) {
	before := b.Answer
	switch {
	case after.Panic != nil:
		return Panicked, []Difference{statusChange(before, fmt.Sprint(after.Panic))}
	case after.Free && !before.Free:
		return Refused, nil
	case after.Status == before.Status:
	case denies(after.Status) && b.saysNothing(change):
		return Told, nil
	case denies(after.Status):
		return Denied, []Difference{statusChange(before, fmt.Sprintf("%d %s", after.Status, clipped(after.Body)))}
	case after.Status >= http.StatusBadRequest:
		return Refused, nil
	}

	found := differences(before.Body, after.Body)
	found = slices.DeleteFunc(found, func(d Difference) bool { return b.Volatile[d.Member] || d.doubts() })
	found = b.uncredited(found)
	switch {
	case change.Everything() && !b.Lists:
		return Charged, append(found, statusChange(before, strconv.Itoa(after.Status)))
	case len(found) == 0:
		return Same, nil
	case slices.ContainsFunc(found, func(d Difference) bool { return d.flagged }):
		return Flagged, found
	case b.saysNothing(change):
		return Told, found
	case slices.ContainsFunc(found, func(d Difference) bool { return !d.nulled }):
		return Wrong, slices.DeleteFunc(found, func(d Difference) bool { return d.nulled })
	}
	return Silent, found
}

// uncredited are the differences without those that name another provider than before, and without the facts next to
// such a name: "license" beside "license_source". The same holds of a fact of another kind that is named:
// "pressure_hpa" beside "pressure_kind".
func (b Call) uncredited(found []Difference) []Difference {
	var stems []string
	for _, d := range found {
		kind, isKind := strings.CutSuffix(d.Member, "_kind")
		source, isSource := strings.CutSuffix(d.Member, "_source")
		switch {
		case isKind && !d.nulled && d.Before != "null":
			stems = append(stems, kind)
		case b.credits(d) && isSource:
			stems = append(stems, source)
		}
	}
	return slices.DeleteFunc(found, func(d Difference) bool {
		return b.credits(d) || slices.ContainsFunc(stems, func(stem string) bool {
			return d.Member == stem || strings.HasPrefix(d.Member, stem+"_")
		})
	})
}

// credits says whether the member names the provider that a fact comes from, and now names another one: an answer that
// says whose fact it is may take it from anybody who has it.
func (b Call) credits(d Difference) bool {
	return b.isNamed(d.Before) && b.isNamed(d.After)
}

// isNamed says whether a value, as JSON, is the name of a provider.
func (b Call) isNamed(value string) bool {
	var name string
	if json.Unmarshal([]byte(value), &name) != nil {
		return false
	}
	_, known := b.Providers[name]
	return known
}

// saysNothing says whether the change makes an answer what the provider says when there is nothing.
func (b Call) saysNothing(c Change) bool {
	return c.Kind == Empty || c.Kind == Void && b.Providers[c.Provider]
}

// doubts says whether the member is the answer's own word of how sure it is of a value, or by what it has it, and the
// answer is no surer than it was: another source, or one less, says the same.
func (d Difference) doubts() bool {
	at := strings.Split(d.Member, "/")
	if len(at) < 2 || at[0] != "provenance" {
		return false
	}
	switch at[len(at)-1] {
	case "method", "url":
		return true
	case "confidence":
		before, err := strconv.ParseFloat(d.Before, 64)
		after, failed := strconv.ParseFloat(d.After, 64)
		return err == nil && failed == nil && after <= before
	}
	return false
}

func statusChange(before Answer, after string) Difference {
	return Difference{
		Member: "(status)",
		Before: strconv.Itoa(before.Status),
		After:  after,
	}
}

// denies says whether a status lays the failure on the caller: there is no such record, or the input is bad.
func denies(status int) bool {
	return status >= http.StatusBadRequest && status < http.StatusInternalServerError &&
		status != http.StatusTooManyRequests
}

// Volatile are the members that differ between answers to the same call.
func Volatile(a, b Answer) map[string]bool {
	out := map[string]bool{}
	for _, d := range differences(a.Body, b.Body) {
		out[d.Member] = true
	}
	return out
}

// differences lists where two answers differ, each member once for all rows of a list.
func differences(before, after []byte) []Difference {
	old, oldOK := parsed(before)
	now, nowOK := parsed(after)
	c := &comparison{known: map[string]bool{}}
	switch {
	case oldOK && nowOK:
		c.value(nil, old, now)
	case !bytes.Equal(before, after):
		c.add(nil, clipped(before), clipped(after))
	}
	return c.found
}

func parsed(body []byte) (any, bool) {
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	var v any
	return v, dec.Decode(&v) == nil
}

type comparison struct {
	known map[string]bool
	dated bool // the fact under way is of another time than before, and says so
	found []Difference
}

func (c *comparison) value(at []string, before, after any) {
	switch old := before.(type) {
	case map[string]any:
		if now, ok := after.(map[string]any); ok {
			c.object(at, old, now)
			return
		}
	case []any:
		if now, ok := after.([]any); ok && len(now) == len(old) {
			now = inOrderOf(old, now)
			for i := range old {
				c.value(append(slices.Clip(at), each), old[i], now[i])
			}
			return
		}
	default:
		if before == after {
			return
		}
	}

	c.add(at, before, after)
}

// inOrderOf puts rows with an id beside those that have had it: their order may rest on what is null now, which the
// rows themselves say. It leaves lists alone that have not got the same ids.
func inOrderOf(before, after []any) []any {
	now := map[string]any{}
	for _, row := range after {
		now[idOf(row)] = row
	}
	ordered := make([]any, 0, len(before))
	for _, row := range before {
		id := idOf(row)
		if match, ok := now[id]; ok && id != "" {
			ordered = append(ordered, match)
			delete(now, id)
		}
	}
	if len(ordered) < len(before) {
		return after
	}
	return ordered
}

func idOf(row any) string {
	object, _ := row.(map[string]any)
	id, _ := object["id"].(string)
	return id
}

func (c *comparison) object(at []string, before, after map[string]any) {
	if failsAlike(at, before, after) {
		return
	}
	outer := c.dated
	c.dated = outer || isOlder(before, after)
	defer func() { c.dated = outer }()

	names := maps.Clone(before)
	maps.Copy(names, after)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		old := before[name]
		now := after[name]
		if old != nil || now != nil {
			c.value(append(slices.Clip(at), name), old, now)
		}
	}
}

// isOlder says whether a fact is of an earlier time than it was.
func isOlder(before, after map[string]any) bool {
	for _, name := range []string{"year", "date"} {
		old := fmt.Sprint(before[name])
		now := fmt.Sprint(after[name])
		if before[name] != nil && after[name] != nil && len(now) == len(old) && now < old {
			return true
		}
	}
	return false
}

func (c *comparison) add(at []string, before, after any) {
	member := strings.Join(at, "/")
	flagged := flags(at, before, after)
	if c.known[member] && !flagged {
		return
	}
	c.known[member] = true
	c.found = append(c.found, Difference{
		Member:  member,
		Before:  shown(before),
		After:   shown(after),
		nulled:  after == nil || about(at),
		less:    c.dated || after == nil || after == unknown || hasFewerParts(at, before, after),
		flagged: flagged,
	})
}

// unknown is what closed sets of words have in place of a null.
const unknown = "unknown"

// flags says whether a difference tells the buyer that something is missing. Such are partial, the status of a source,
// parts of a score that could not be evaluated, a reason that something is unknown, and figures that are missing by
// name. So are the words of a question that nothing was found for, and notes on what is not known.
func flags(at []string, before, after any) bool {
	if len(at) == 0 {
		return false
	}

	last := at[len(at)-1]
	if slices.Contains(at, "filled_from") { // facts of other sources, by name
		return length(after) > length(before)
	}
	within := func(names ...string) bool {
		return slices.ContainsFunc(at, func(step string) bool { return slices.Contains(names, step) })
	}
	switch {
	case last == "partial":
		return after == true
	case last == "sources" || last == "providers":
		return failing(after)
	case last == "status" && within("sources", "providers"):
		return after != nil && after != "ok" && after != "empty"
	case last == "evaluated" && within("coverage"):
		return number(after) < number(before)
	case last == "evaluated":
		return before == true && after == false
	case last == "missing", last == "unmatched", strings.HasSuffix(last, "_missing"):
		return length(after) > length(before)
	case last == "detail" && within("reasons"):
		return namesMore(before, after)
	case last == "code" && within("reasons"):
		return saysUnknown(after)
	case last == "reasons":
		return unknowns(after) > unknowns(before)
	case within("notes", "warnings", "flags"):
		return lacks(after) > lacks(before)
	}
	return false
}

// namesMore says whether a reason that names what could not be checked names more than it did.
func namesMore(before, after any) bool {
	const unchecked = "Could not be checked: "
	old, _ := before.(string)
	now, _ := after.(string)
	return strings.HasPrefix(now, unchecked) && len(now) > len(old) && strings.HasPrefix(old, unchecked)
}

// unknowns is how many reasons of a list say that something is not known.
func unknowns(list any) int {
	reasons, _ := list.([]any)
	count := 0
	for _, r := range reasons {
		reason, _ := r.(map[string]any)
		if saysUnknown(reason["code"]) {
			count++
		}
	}
	return count
}

// saysUnknown says whether a reason's code is that something is not known.
func saysUnknown(code any) bool {
	text, _ := code.(string)
	return strings.HasSuffix(text, "_unknown")
}

// hasFewerParts says whether a text that is put together from parts, such as an address or the names of sources, has
// lost some of them and gained none: each that is gone is a null. The parts of a name are its words.
func hasFewerParts(at []string, before, after any) bool {
	old, _ := before.(string)
	now, _ := after.(string)
	if now == "" || old == now {
		return false
	}

	joint := ", "
	switch {
	case len(at) > 0 && at[len(at)-1] == "name":
		joint = " "
	case strings.Contains(old, "; "):
		joint = "; "
	}
	left := strings.Split(now, joint)
	for part := range strings.SplitSeq(old, joint) {
		if len(left) > 0 && left[0] == part {
			left = left[1:]
		}
	}
	return len(left) == 0
}

func number(v any) float64 {
	n, ok := v.(json.Number)
	if !ok {
		return 0
	}
	f, err := n.Float64()
	if err != nil {
		return 0
	}
	return f
}

func length(v any) int {
	list, _ := v.([]any)
	return len(list)
}

// about says whether a member is the words beside a source, which tell what was read of it, or says which source gave a
// fact. It is no fact itself.
func about(at []string) bool {
	return slices.Contains(at, "filled_from") ||
		len(at) > 0 && at[len(at)-1] == "detail" && slices.Contains(at, "sources")
}

// failsAlike says whether an object is a source that failed before and fails now, whatever the words for it.
func failsAlike(at []string, before, after map[string]any) bool {
	if len(at) < 2 || at[len(at)-1] != each {
		return false
	}
	switch at[len(at)-2] {
	case "errors":
		return before["source"] == after["source"] && before["name"] == after["name"]
	case "sources", "providers":
		return before["name"] == after["name"] && before["status"] == after["status"] && failing([]any{before})
	}
	return false
}

// lacks is how many of the notes, warnings or flags are about what is not known or could not be read.
func lacks(v any) int {
	list, ok := v.([]any)
	if !ok {
		list = []any{v}
	}
	count := 0
	for _, one := range list {
		text, _ := one.(string)
		if isLack(text) {
			count++
		}
	}
	return count
}

func isLack(text string) bool {
	if strings.HasPrefix(text, "Not known: ") {
		return true
	}
	return slices.ContainsFunc([]string{"_unavailable", "_missing", "_incomplete", "_unknown"}, func(end string) bool {
		return strings.HasSuffix(text, end)
	})
}

// failing says whether a list of sources has one that failed.
func failing(list any) bool {
	sources, _ := list.([]any)
	return slices.ContainsFunc(sources, func(s any) bool {
		source, _ := s.(map[string]any)
		status, said := source["status"]
		return said && status != "ok" && status != "empty"
	})
}

const maxShown = 120

func shown(v any) string {
	if list, ok := v.([]any); ok {
		text, _ := json.Marshal(list)
		return fmt.Sprintf("list of %d: %s", len(list), clipped(text))
	}
	text, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return clipped(text)
}

func clipped(text []byte) string {
	if len(text) > maxShown {
		return strings.ToValidUTF8(string(text[:maxShown]), "") + "..."
	}
	return string(text)
}
