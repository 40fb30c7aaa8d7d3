package auswaertigesamt

import (
	"context"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// made is an answer in the office's form, with values of our own.
const made = `{"response":{"lastModified":1784000000,"contentList":["213032"],
"213032":{"countryCode":"ML","countryName":"Mali","warning":true,"partialWarning":false,"situationWarning":false,
"situationPartWarning":false,"lastModified":1784000000}}}`

func TestWarningsAreHeldToTheirContract(t *testing.T) {
	t.Run("made", func(t *testing.T) { holdWarnings(t, made) })
	t.Run("recorded", func(t *testing.T) { holdWarnings(t, string(samples.Read(t, "de-aa/travelwarning.json"))) })
}

func TestTheLaterOfTwoEntriesOfACountryIsTaken(t *testing.T) {
	older := strings.Replace(made, `"213032":{`, `"1":{"countryCode":"ML","countryName":"Mali","warning":false,
"partialWarning":false,"situationWarning":false,"situationPartWarning":false,"lastModified":1600000000},"213032":{`, 1)
	for body, isRead := range map[string]bool{older: true, `{"response":{"lastModified":1784000000}}`: false} {
		world := upstreamtest.New(t, upstreamtest.Answer{URL: address, Body: body})
		client := New(world.Pool(t, nil, upstreamtest.SmallLists))
		if err := client.List.Refresh(t.Context()); (err == nil) != isRead {
			t.Fatalf("%s: %v", body, err)
		}
		if !isRead {
			continue
		}
		list, _, err := client.List.Get()
		if err != nil || len(list) != 1 || !list["ML"].Whole || list["ML"].ID != "213032" {
			t.Errorf("%+v %v", list, err)
		}
	}
}

const address = "https://www.auswaertiges-amt.de/opendata/travelwarning"

func holdWarnings(t *testing.T, body string) {
	t.Helper()
	upstreamtest.Contract{
		Answer: upstreamtest.Answer{
			URL:  address,
			Body: body,
		},
		Required: []string{
			"response", "response.213032.countryCode", "response.213032.countryName", "response.213032.warning",
			"response.213032.partialWarning", "response.213032.situationWarning",
			"response.213032.situationPartWarning", "response.213032.lastModified",
		},
		Call: func(ctx context.Context, pool *upstream.Pool) error { return New(pool).List.Refresh(ctx) },
	}.Hold(t)
}
