package trials

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/farebox/farebox/handlers/handlertest"
	"github.com/farebox/farebox/handlers/trials/trialstest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func service(t testing.TB, answers ...upstreamtest.Answer) (*handlertest.Service, *upstreamtest.World) {
	t.Helper()
	world := upstreamtest.New(t, answers...)
	return serve(t, world), world
}

// serve is the routes over a world.
func serve(t testing.TB, world *upstreamtest.World) *handlertest.Service {
	t.Helper()
	now := func() time.Time { return trialstest.Now }
	return handlertest.New(t, "trials", New(world.Pool(t, nil, upstreamtest.At(now)), now).Register)
}

// at is the value at a path of member names and indexes, such as "groups.0.title".
func at(answer map[string]any, path string) any {
	var v any = answer
	for step := range strings.SplitSeq(path, ".") {
		switch node := v.(type) {
		case map[string]any:
			v = node[step]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(node) {
				return "nothing"
			}
			v = node[i]
		default:
			return "nothing"
		}
	}
	return v
}

func check(t *testing.T, answer map[string]any, want map[string]any) {
	t.Helper()
	for path, value := range want {
		got := at(answer, path)
		if f, ok := got.(float64); ok && f == math.Trunc(f) {
			got = int64(f)
		}
		if fmt.Sprint(got) != fmt.Sprint(value) {
			t.Errorf("%s is %v, want %v", path, got, value)
		}
	}
}

func TestSpecExamplesAreWhatTheRoutesAnswer(t *testing.T) {
	handlertest.CheckExamples(service(t, trialstest.Answers()...))
}
