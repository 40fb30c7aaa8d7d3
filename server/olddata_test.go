package server

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/gdelt/gdelttest"
	"github.com/farebox/farebox/internal/drift"
	"github.com/farebox/farebox/internal/spec"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
	"github.com/farebox/farebox/server/standins"
)

const day = 24 * time.Hour

// oldest is the age at which data of all providers are old, but for those that are [upstream.Provider.Undated].
const oldest = 3 * 365 * day

// stopped is an internet of providers that gave their last data some time ago, and give them still.
type stopped struct{ moved }

// RoundTrip implements http.RoundTripper.
func (s *stopped) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := s.world.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	return s.answer(resp)
}

// kept is an internet behind a cache that gives answers of long ago.
type kept struct {
	world http.RoundTripper
	at    time.Time
}

// RoundTrip implements http.RoundTripper.
func (k *kept) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := k.world.RoundTrip(r)
	if err == nil {
		resp.Header.Set("Date", k.at.Format(http.TimeFormat))
	}
	return resp, err
}

// asOld asks every route with its example, in a world that internet makes of the fixtures, whose chains stopped at
// chains. Judge gets the answers, and the room as it was then.
func asOld(
	t *testing.T, chains time.Time, internet func(fixtures http.RoundTripper) http.RoundTripper,
	judge func(*spec.Operation, *driftRoom, drift.Answer),
) {
	t.Helper()
	w := newDriftWorld(t, standins.Keys)
	w.ages = true
	w.awaited = func(h upstream.DatasetHealth) bool { return h.Status == string(upstream.Warming) }
	fixtures := upstreamtest.New(t, standins.AnswersAt(gdelttest.Now)...)
	mountChain(t, fixtures, func() time.Time { return chains })
	w.internet = internet(fixtures)
	w.start(t)

	calls := map[string][]driftCall{}
	for _, op := range w.spec.Operations {
		if w.families[op.Family].make != nil && !op.ClosedWorld {
			calls[op.Family] = append(calls[op.Family], exampleOf(t, op))
		}
	}
	for family, own := range calls {
		room := w.room(t, family, true)
		for _, call := range own {
			got := room.ask(t, call, nil)
			if got.Panic != nil || got.Status == http.StatusNotFound {
				t.Errorf("%s: %d %s, panic %v", call.target, got.Status, got.Body, got.Panic)
			}
			judge(call.op, room, got)
		}
		room.close()
	}
}

// tellsAge says whether an answer tells that it rests on old data: it is refused, which is free, or has a stale source.
func tellsAge(t *testing.T, answer drift.Answer) bool {
	t.Helper()
	return answer.Status != http.StatusOK || isPartial(t, answer) || len(staleSources(answer)) > 0
}

// TestOldDataAreNotSoldAsNew moves the days in all that providers say back, while the clock stands still: a provider
// that stopped gives its last data forever. An answer that changes with them tells that they are old, once they are
// older than their provider's Lasts. Only of providers that are Undated nobody can say that.
func TestOldDataAreNotSoldAsNew(t *testing.T) {
	t.Parallel()
	providers := map[string]upstream.Provider{}
	for _, p := range declared(t) {
		providers[p.Name] = p
	}

	today := map[string][]byte{}
	for _, age := range []time.Duration{0, 2 * day, 21 * day, 120 * day, oldest} {
		then := gdelttest.Now.Add(-age)
		internet := func(fixtures http.RoundTripper) http.RoundTripper {
			return &stopped{moved{
				world: fixtures,
				from:  gdelttest.Now,
				to:    then,
				all:   true,
			}}
		}
		asOld(t, then, internet, func(op *spec.Operation, room *driftRoom, got drift.Answer) {
			if age == 0 {
				today[op.ID] = got.Body
				return
			}

			for _, name := range unmarked(room, got) {
				t.Errorf("%s: the list %s is too old after %v, and the answer calls it ok", op.Path, name, age)
			}
			if tellsAge(t, got) || bytes.Equal(got.Body, today[op.ID]) {
				return
			}
			told := map[string]bool{}
			for _, x := range room.tap.Seen() {
				p, isDeclared := providers[x.Provider]
				isOld := age == oldest || p.Lasts > 0 && age > p.Lasts
				if isDeclared && isOld && !p.Undated && !told[p.Name] {
					told[p.Name] = true
					t.Errorf("%s: data of %s are %v old, and nothing says so: %.300s", op.Path, p.Name, age, got.Body)
				}
			}
			if at := asOf(got); age == oldest && !at.IsZero() && gdelttest.Now.Sub(at) > oldest/2 {
				t.Errorf("%s: the answer is of %v, and nothing says that this is old", op.Path, at)
			}
		})
	}
}

// unmarked are lists that an answer calls ok although they are stale.
func unmarked(room *driftRoom, answer drift.Answer) []string {
	var names []string
	for _, s := range sourcesOf(answer) {
		isStale := slices.ContainsFunc(room.pool.DatasetHealth(), func(h upstream.DatasetHealth) bool {
			return h.Name == s.Name && h.Status == upstream.StatusStale
		})
		if isStale && s.Status == upstream.StatusOK {
			names = append(names, s.Name)
		}
	}
	return names
}

// asOf is the time for which an answer says that it holds, zero when it does not say.
func asOf(answer drift.Answer) time.Time {
	var body struct {
		AsOf time.Time `json:"as_of"`
	}
	if json.Unmarshal(answer.Body, &body) != nil {
		return time.Time{}
	}
	return body.AsOf
}

// TestAnswersOfLongAgoAreNotSoldAsNew: an answer is as old as its headers say, whatever is in it.
func TestAnswersOfLongAgoAreNotSoldAsNew(t *testing.T) {
	t.Parallel()
	internet := func(fixtures http.RoundTripper) http.RoundTripper {
		return &kept{
			world: fixtures,
			at:    gdelttest.Now.Add(-oldest),
		}
	}
	names := map[string]bool{}
	for _, p := range declared(t) {
		names[p.Name] = true
	}
	asOld(t, gdelttest.Now, internet, func(op *spec.Operation, room *driftRoom, got drift.Answer) {
		asked := slices.ContainsFunc(room.tap.Seen(), func(x drift.Exchange) bool { return names[x.Provider] })
		if asked && !tellsAge(t, got) {
			t.Errorf("%s: answers are of %v ago, and nothing says so: %.300s", op.Path, oldest, got.Body)
		}
	})
}
