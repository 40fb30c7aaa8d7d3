package alternativeme

import (
	"errors"
	"os"
	"testing"
	"time"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const url = "https://api.alternative.me/fng/?limit=7&format=json"

func ask(t *testing.T, a upstreamtest.Answer) ([]Point, error) {
	t.Helper()
	a.URL = url
	return New(upstreamtest.New(t, a).Pool(t, nil)).FearGreed(t.Context(), 7)
}

func TestIndexIsReadFromTexts(t *testing.T) {
	points, err := ask(t, upstreamtest.Answer{Body: `{"name":"Fear and Greed Index","data":[
		{"value":"71","value_classification":"Greed","timestamp":"1795132800","time_until_update":"3600"},
		{"value":"0","value_classification":"Extreme Fear","timestamp":"1795046400"}],"metadata":{"error":null}}`})
	want := []Point{
		{71, "Greed", time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)},
		{0, "Extreme Fear", time.Date(2026, 11, 19, 0, 0, 0, 0, time.UTC)},
	}
	if err != nil || len(points) != 2 || points[0] != want[0] || points[1] != want[1] {
		t.Errorf("%v, %v", points, err)
	}
}

func TestMoreDaysThanAskedForAreCut(t *testing.T) {
	body := `{"data":[`
	for range 9 {
		body += `{"value":"50","value_classification":"Neutral","timestamp":"1795132800"},`
	}
	points, err := ask(t, upstreamtest.Answer{Body: body[:len(body)-1] + `]}`})
	if err != nil || len(points) != 7 {
		t.Errorf("%d points, %v", len(points), err)
	}
}

func TestFailures(t *testing.T) {
	for why, c := range map[string]struct {
		answer upstreamtest.Answer
		want   upstream.Kind
	}{
		"error within HTTP 200": {upstreamtest.Answer{Body: `{"data":[],"metadata":{"error":"maintenance"}}`}, upstream.Unavailable},
		"empty":                 {upstreamtest.Answer{Body: `{"data":[],"metadata":{"error":null}}`}, upstream.BadResponse},
		"value out of range":    {upstreamtest.Answer{Body: `{"data":[{"value":"101","value_classification":"Greed","timestamp":"1795132800"}]}`}, upstream.BadResponse},
		"value in words":        {upstreamtest.Answer{Body: `{"data":[{"value":"high","value_classification":"Greed","timestamp":"1795132800"}]}`}, upstream.BadResponse},
		"date instead of time":  {upstreamtest.Answer{Body: `{"data":[{"value":"50","value_classification":"Neutral","timestamp":"20-11-2026"}]}`}, upstream.BadResponse},
		"no classification":     {upstreamtest.Answer{Body: `{"data":[{"value":"50","timestamp":"1795132800"}]}`}, upstream.BadResponse},
		"block page":            {upstreamtest.Answer{Type: "text/html", Body: `<html>Just a moment</html>`}, upstream.BadResponse},
		"rate limited":          {upstreamtest.Answer{Status: 429, Header: map[string]string{"Retry-After": "3600"}}, upstream.RateLimited},
		"down":                  {upstreamtest.Answer{Status: 502}, upstream.Unavailable},
	} {
		if points, err := ask(t, c.answer); !errors.Is(err, c.want) || points != nil {
			t.Errorf("%s: %v, %v", why, points, err)
		}
	}
}

func TestRecordedAnswers(t *testing.T) {
	for _, file := range samples.Glob(t, "alternative-me/*.json") {
		body, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		points, err := ask(t, upstreamtest.Answer{Body: string(body)})
		if err != nil || len(points) < 2 || !points[0].Day.After(points[1].Day) || points[0].Classification == "" {
			t.Errorf("%s: %v, %v", file, points, err)
		}
	}
}
