package federalregister

import (
	"errors"
	"testing"

	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

func directory(t *testing.T, body string) (*Directory, error) {
	t.Helper()
	world := upstreamtest.New(t, upstreamtest.Answer{URL: api + "/agencies.json", Body: body})
	d := NewDirectory(world.Pool(t, nil, upstreamtest.SmallLists))
	return d, d.Refresh(t.Context())
}

func TestDirectoryThatIsNotLoadedSaysSo(t *testing.T) {
	world := upstreamtest.New(t)
	d := NewDirectory(world.Pool(t, nil))
	if _, err := d.List(); !errors.Is(err, upstream.Warming) {
		t.Errorf("%v", err)
	}
	for _, body := range []string{"<html>", "[]", `{"errors":{}}`, `[{"id":1}]`} {
		if _, err := directory(t, body); err == nil {
			t.Errorf("%s is taken for a list", body)
		}
	}
}
