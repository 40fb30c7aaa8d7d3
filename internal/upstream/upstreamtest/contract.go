package upstreamtest

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
)

// Contract is what an adapter asks of one kind of answer. Hold tries it with mutations of a whole one.
type Contract struct {
	Answer Answer   // a whole answer, in JSON
	Others []Answer // what else is asked on the way
	Env    map[string]string

	// Required are members without which the answer is refused, as in "results[].openfda.brand_name"; * is any name.
	Required []string
	// Optional are members that may be absent.
	Optional []string
	// Differing are required members that may repeat what was asked for, and may not: the official day of a game that
	// was asked for by the day on which it ends.
	Differing []string
	// NoRecord are answers that say that there is no such record. All other ones of status 404 are failures.
	NoRecord []Answer
	// Limited is what status 429 means, [upstream.RateLimited] unless it is given.
	Limited upstream.Kind

	Call func(context.Context, *upstream.Pool) error
}

// Hold runs a test for each mutation.
func (c Contract) Hold(t *testing.T) {
	t.Helper()

	t.Run("whole", func(t *testing.T) {
		if err := c.read(t, c.Answer); err != nil {
			t.Fatalf("a whole answer is refused: %v", err)
		}
	})
	for _, path := range c.Required {
		t.Run("without "+path, func(t *testing.T) { c.refused(t, path) })
	}
	for _, path := range c.Required {
		if other, repeats := c.another(t, path); repeats && !slices.Contains(c.Differing, path) {
			t.Run("another "+path, func(t *testing.T) {
				if c.read(t, other) == nil {
					t.Error("an answer about something else than was asked for is taken: see the tag asked")
				}
			})
		}
	}
	for _, m := range upstream.BoundedMembers() {
		if answer, reached := c.beyond(t, m); reached {
			t.Run("impossible "+m.Path, func(t *testing.T) { c.impossible(t, m, answer) })
		}
	}
	for _, path := range c.Optional {
		t.Run("optional "+path, func(t *testing.T) {
			if err := c.read(t, c.renamed(t, path)); err != nil {
				t.Errorf("refused: %v", err)
			}
		})
	}

	t.Run("a page of status 404", func(t *testing.T) {
		page := Answer{
			Status: http.StatusNotFound,
			Type:   "text/html",
			Body:   "<!DOCTYPE html><title>404</title>",
		}
		c.failed(t, page)
	})
	t.Run("no words of status 404", func(t *testing.T) {
		c.failed(t, Answer{Status: http.StatusNotFound, Body: `{"moved":true}`})
	})
	for why, failure := range map[string]struct {
		answer Answer
		want   upstream.Kind
	}{
		"a page":       {Answer{Type: "text/html", Body: "<!DOCTYPE html><title>Busy</title>"}, upstream.BadResponse},
		"cut off":      {Answer{Body: c.Answer.Body[:len(c.Answer.Body)/2]}, upstream.BadResponse},
		"another list": {Answer{Body: `[{"message":"moved"}]`}, upstream.BadResponse},
		"limited":      {Answer{Status: http.StatusTooManyRequests}, cmp.Or(c.Limited, upstream.RateLimited)},
		"down":         {Answer{Status: http.StatusServiceUnavailable}, upstream.Unavailable},
	} {
		t.Run(why, func(t *testing.T) {
			if err := c.read(t, c.inPlace(failure.answer)); upstream.KindOf(err) != failure.want {
				t.Errorf("%v, want %s", err, failure.want)
			}
		})
	}
	for _, none := range c.NoRecord {
		t.Run("no record "+none.Body, func(t *testing.T) {
			if err := c.read(t, c.inPlace(none)); upstream.KindOf(err) != upstream.NotFound {
				t.Errorf("%v, want %s", err, upstream.NotFound)
			}
		})

		inside, isObject := strings.CutPrefix(none.Body, "{")
		if none.Status != 0 || !isObject || strings.Contains(inside, `"error"`) || inside == "}" {
			continue
		}
		none.Body = `{"error":"the database is down",` + inside
		t.Run("a failure beside "+inside, func(t *testing.T) {
			if err := c.read(t, c.inPlace(none)); upstream.KindOf(err) != upstream.BadResponse {
				t.Errorf("%v, want %s", err, upstream.BadResponse)
			}
		})
	}
}

func (c Contract) refused(t *testing.T, path string) {
	t.Helper()

	err := c.read(t, c.renamed(t, path))
	name := strings.TrimSuffix(path[strings.LastIndexByte(path, '.')+1:], "[]")
	named := strings.Contains(strings.ToLower(fmt.Sprint(err)), strings.ToLower(name))
	if !errors.Is(err, upstream.BadResponse) || !named {
		t.Errorf("%v, want a %s that names %s", err, upstream.BadResponse, path)
	}
}

// beyond is the answer with an impossible value of a member; reached is false if the answer lacks the member.
func (c Contract) beyond(t *testing.T, m upstream.Bounded) (answer Answer, reached bool) {
	t.Helper()

	counted := m.Counted == ""
	if !counted {
		editedOf(t, c.Answer.Body, m.Counted, func(object map[string]any, name string) {
			counted = counted || fmt.Sprint(object[name]) != "0"
		})
	}
	answer = c.Answer
	body, count := editedOf(t, answer.Body, m.Path, func(object map[string]any, name string) {
		object[name] = json.RawMessage(m.Impossible)
	})
	answer.Body = body
	return answer, counted && count > 0
}

// impossible sees that an impossible value is refused, unless it counts as missing.
func (c Contract) impossible(t *testing.T, m upstream.Bounded, answer Answer) {
	t.Helper()

	err := c.read(t, answer)
	if errors.Is(err, upstream.BadResponse) || m.Clears && err == nil {
		return
	}
	t.Errorf("%v, want %s; it may be missing: %t", err, upstream.BadResponse, m.Clears)
}

func (c Contract) failed(t *testing.T, answer Answer) {
	t.Helper()

	if err := c.read(t, c.inPlace(answer)); !errors.Is(err, upstream.BadResponse) {
		t.Errorf("%v, want %s", err, upstream.BadResponse)
	}
}

func (c Contract) read(t *testing.T, answer Answer) error {
	t.Helper()

	world := New(t, append([]Answer{answer}, c.Others...)...)
	return c.call(t, world)
}

// call notes what is read, so that the answers' days are no errors however late the test runs.
func (c Contract) call(t *testing.T, world *World) error {
	t.Helper()

	noted, _ := upstream.WithReads(t.Context())
	return c.Call(noted, world.Pool(t, c.Env, SmallLists))
}

// another is the answer with another value of a member that repeats a part of what was asked for: a segment of a
// path, or a value in a query. Short values may be alike by chance.
func (c Contract) another(t *testing.T, path string) (answer Answer, repeats bool) {
	t.Helper()

	world := New(t, append([]Answer{c.Answer}, c.Others...)...)
	_ = c.call(t, world)
	asked := map[string]bool{}
	for _, request := range world.Asked() {
		_, address, _ := strings.Cut(request, " ")
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		parts := strings.Split(u.Path, "/")
		for _, values := range u.Query() {
			parts = append(parts, values...)
		}
		for _, part := range parts {
			asked[part] = len(part) >= shortest
		}
	}

	answer = c.Answer
	answer.Body = edited(t, answer.Body, path, func(object map[string]any, name string) {
		text := fmt.Sprint(object[name])
		if !asked[text] {
			return
		}
		repeats = true
		if _, isNumber := object[name].(json.Number); isNumber {
			object[name] = json.Number(text + "1")
			return
		}
		object[name] = "other" + text
	})
	return answer, repeats
}

const shortest = 4

// inPlace is an answer to the same request.
func (c Contract) inPlace(answer Answer) Answer {
	answer.Method = c.Answer.Method
	answer.URL = c.Answer.URL
	answer.BodyHas = c.Answer.BodyHas
	return answer
}

func (c Contract) renamed(t *testing.T, path string) Answer {
	t.Helper()

	answer := c.Answer
	answer.Body = Renamed(t, answer.Body, path)
	return answer
}

// Renamed is a JSON body in which the member that path names has another name, wherever it stands: "results[].id".
func Renamed(tb testing.TB, body, path string) string {
	tb.Helper()
	return edited(tb, body, path, func(object map[string]any, name string) {
		object[name+"_renamed"] = object[name]
		delete(object, name)
	})
}

// edited is a JSON body after edit of each object with the member that path names.
func edited(tb testing.TB, body, path string, edit func(object map[string]any, name string)) string {
	tb.Helper()

	changed, reached := editedOf(tb, body, path, edit)
	if reached == 0 {
		tb.Fatalf("the body has no %s", path)
	}
	return changed
}

// editedOf is the body, and how many members the path names.
func editedOf(tb testing.TB, body, path string, edit func(map[string]any, string)) (changed string, reached int) {
	tb.Helper()

	var whole any
	decoder := json.NewDecoder(strings.NewReader(body))
	decoder.UseNumber()
	if err := decoder.Decode(&whole); err != nil {
		tb.Fatalf("the body is not JSON: %v", err)
	}
	reached = reach(whole, strings.Split(strings.ReplaceAll(path, "[]", ".[]"), "."), edit)

	var out bytes.Buffer
	if err := json.NewEncoder(&out).Encode(whole); err != nil {
		tb.Fatal(err)
	}
	return out.String(), reached
}

// reach edits each member that path names, and is how many there are.
func reach(value any, path []string, edit func(map[string]any, string)) int {
	reached := 0
	switch value := value.(type) {
	case []any:
		if path[0] == "" { // the whole is a list
			path = path[1:]
		}
		if path[0] != "[]" {
			return 0
		}
		for _, element := range value {
			reached += reach(element, path[1:], edit)
		}
	case map[string]any:
		for name, member := range maps.Clone(value) {
			if path[0] != "*" && path[0] != name {
				continue
			}
			if len(path) > 1 {
				reached += reach(member, path[1:], edit)
				continue
			}
			edit(value, name)
			reached++
		}
	}

	return reached
}
