// Package btc answers the routes about the Bitcoin main network.
package btc

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	gen "github.com/farebox/farebox/gen/btc"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/esplora"
	"github.com/farebox/farebox/internal/upstream/mempoolspace"
)

// Handlers answers the bitcoin routes. Two explorers are asked side by side: they run nodes of their own, so that one
// that lags, or follows another branch, is noticed.
type Handlers struct {
	space     *mempoolspace.Client
	explorers []explorer
	now       func() time.Time
}

// explorer is one of those that are compared.
type explorer struct {
	name string
	api  *esplora.Client
}

// The explorers, and the parts of the first that have rows of their own among the sources.
var (
	space  = mempoolspace.Provider.Name
	stream = esplora.Provider.Name

	spaceProjected  = space + ":projected_blocks"
	spaceFees       = space + ":fees"
	spacePrice      = space + ":price"
	spaceDifficulty = space + ":difficulty"
	spacePackage    = space + ":package"
)

// New returns the handlers over the pool's providers; now is the clock that ages are counted by.
func New(pool *upstream.Pool, now func() time.Time) *Handlers {
	first := mempoolspace.New(pool)
	return &Handlers{
		space: first,
		explorers: []explorer{
			{space, first.Client},
			{stream, esplora.New(pool)},
		},
		now: now,
	}
}

// Register puts the family's routes on the router.
func (h *Handlers) Register(e *echo.Echo) { gen.Register(e, h) }

// claim is what one explorer says.
type claim[T any] struct {
	by    string
	value T
}

// claims are what the explorers say, in the order of the explorers.
type claims[T any] []claim[T]

// of is what the named explorer says.
func (c claims[T]) of(name string) (value T, said bool) {
	for _, one := range c {
		if one.by == name {
			return one.value, true
		}
	}
	return value, false
}

// believed is the claim of the explorer that knows the most blocks; of two that know as many, that of the first.
func (c claims[T]) believed(tips claims[int64]) claim[T] {
	height := func(one claim[T]) int64 {
		if tip, said := tips.of(one.by); said {
			return tip
		}
		return -1
	}
	return slices.MaxFunc(c, func(a, b claim[T]) int {
		if height(a) == height(b) {
			return cmp.Compare(slices.IndexFunc(c, b.isIt), slices.IndexFunc(c, a.isIt))
		}
		return cmp.Compare(height(a), height(b))
	})
}

func (c claim[T]) isIt(other claim[T]) bool { return c.by == other.by }

// each asks every explorer the same; what is the name of the question among the sources, "" for the main one.
func each[A, T any](
	h *Handlers, what string, call func(context.Context, *esplora.Client) (T, error), into func(*A) *claims[T],
) []upstream.Source[func(*A)] {
	parts := make([]upstream.Source[func(*A)], 0, len(h.explorers))
	for _, one := range h.explorers {
		parts = append(parts, upstream.Part(named(one.name, what), 0,
			func(ctx context.Context) (T, error) { return call(ctx, one.api) },
			func(a *A, value T) {
				list := into(a)
				*list = append(*list, claim[T]{one.name, value})
			},
		))
	}
	return parts
}

func named(explorer, what string) string {
	if what == "" {
		return explorer
	}
	return explorer + ":" + what
}

// lastBlock names the question for the last block's height among the sources.
const lastBlock = "tip"

// tipHeight is the question for the last block's height, for each.
func tipHeight(ctx context.Context, api *esplora.Client) (int64, error) { return api.TipHeight(ctx) }

// mostBehind is how many blocks an explorer may lack for the moment.
const mostBehind = 2

// fuse asks side by side. An explorer whose chain ends further below the other's stands still: what it says is not of
// now, so that it counts as one that gave old data. Its height is kept, to show the difference.
func fuse[A any](
	ctx context.Context, got *A, tips *claims[int64], parts ...upstream.Source[func(*A)],
) upstream.Fused[func(*A)] {
	fused := upstream.Fuse(ctx, parts...)
	isTip := func(name string) bool { return strings.HasSuffix(name, ":"+lastBlock) }
	for _, o := range fused {
		if o.Err == nil && isTip(o.Name) {
			o.Value(got)
		}
	}

	for i := range fused {
		o := &fused[i]
		explorer, _, _ := strings.Cut(o.Name, ":")
		if lacks := behind(*tips, explorer); lacks > mostBehind {
			o.Err = upstream.Outdated.Errorf("%s: its chain ends %d blocks before that of another explorer", explorer, lacks)
		} else if o.Err == nil && !isTip(o.Name) {
			o.Value(got)
		}
	}
	return fused
}

// behind is how many blocks the named explorer lacks of the longest chain.
func behind(tips claims[int64], name string) int64 {
	own, said := tips.of(name)
	if !said {
		return 0
	}
	return tips.believed(tips).value - own
}

// failure is why no explorer answered the question, nil when one did.
func failure[T any](h *Handlers, fused upstream.Fused[T], what string) error {
	var asked upstream.Fused[T]
	for _, outcome := range fused {
		for _, one := range h.explorers {
			if outcome.Name == named(one.name, what) {
				asked = append(asked, outcome)
			}
		}
	}
	return asked.Err()
}

// comparison is what the explorers do not agree on.
type comparison struct {
	compared    []string
	differences []gen.BtcDifference
}

// field compares what the explorers say about one field.
func (c *comparison) field(name string, same func(a, b string) bool, values ...claim[string]) {
	for _, v := range values[min(1, len(values)):] {
		if !same(values[0].value, v.value) {
			c.differences = append(c.differences, differing(name, values))
			return
		}
	}
}

func differing(name string, values []claim[string]) gen.BtcDifference {
	d := gen.BtcDifference{Field: name}
	for _, v := range values {
		d.Values = append(d.Values, gen.BtcClaim{Source: v.by, Value: v.value})
	}
	return d
}

// among compares what the explorers say about one field, each value written by text.
func among[T any](c *comparison, list claims[T], name string, text func(T) string) {
	values := make([]claim[string], 0, len(list))
	for _, one := range list {
		values = append(values, claim[string]{one.by, text(one.value)})
		if !slices.Contains(c.compared, one.by) {
			c.compared = append(c.compared, one.by)
		}
	}
	c.field(name, func(a, b string) bool { return a == b }, values...)
}

// apart compares a field that is never quite the same: it is a difference from a factor of two on.
func apart[T any](c *comparison, list claims[T], name string, number func(T) float64) {
	values := make([]claim[string], 0, len(list))
	for _, one := range list {
		if n := number(one.value); n > 0 {
			values = append(values, claim[string]{one.by, strconv.FormatFloat(n, 'f', -1, 64)})
		}
	}
	c.field(name, func(a, b string) bool {
		x, _ := strconv.ParseFloat(a, 64)
		y, _ := strconv.ParseFloat(b, 64)
		return max(x, y) < 2*min(x, y)
	}, values...)
}

// answer is the comparison as answers show it: whether they agree is not known of one alone.
func (c *comparison) answer() gen.BtcComparison {
	out := gen.BtcComparison{
		Compared:    append([]string{}, c.compared...),
		Differences: append([]gen.BtcDifference{}, c.differences...),
	}
	if len(c.compared) > 1 || len(c.differences) > 0 {
		out.Agree = new(len(c.differences) == 0)
	}
	return out
}

func whole(n int64) string { return strconv.FormatInt(n, 10) }

// checkedAt is when an answer is made, to the second.
func (h *Handlers) checkedAt() time.Time { return h.now().UTC().Truncate(time.Second) }
