package sec

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/farebox/farebox/internal/samples"
	"github.com/farebox/farebox/internal/upstream"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

const (
	appleFacts   = "https://data.sec.gov/api/xbrl/companyfacts/CIK0000320193.json"
	appleConcept = "https://data.sec.gov/api/xbrl/companyconcept/CIK0000320193/us-gaap/Assets.json"

	fact = `{"end":"2025-09-27","val":359241000000,"accn":"0000320193-25-000079","fy":2025,"fp":"FY",` +
		`"form":"10-K","filed":"2025-10-31"}`
)

const noUnits = `{"us-gaap":{"Assets":{"units":[]}}}`

func document(cik, fact string) string {
	return fmt.Sprintf(`{"cik":%s,"entityName":"Apple Inc.","facts":{"dei":{"X":{"label":null,"units":{}}},
		"us-gaap":{"Assets":{"label":"Assets","description":null,"units":{"USD":[%s]}},
		"Other":{"units":{"USD":[%s]}}}}}`, cik, fact, fact)
}

func TestOnlyTagsThatAreWantedAreHeld(t *testing.T) {
	for _, cik := range []string{`320193`, `"0000320193"`, `"320193"`} {
		world := upstreamtest.New(t, upstreamtest.Answer{URL: appleFacts, Body: document(cik, fact)})
		wanted := map[string]bool{"us-gaap:Assets": true, "us-gaap:None": true}
		got, err := New(world.Pool(t, nil)).Facts(t.Context(), appleCIK, wanted)
		if err != nil || got.CIK != appleCIK || len(got.Series) != 1 || len(got.Tags) != 3 || got.FetchedAt.IsZero() {
			t.Fatalf("%s: %+v %v", cik, got, err)
		}
		want := Fact{
			Start:     NoDay,
			End:       20358,
			Value:     "359241000000",
			Accession: "0000320193-25-000079",
			Form:      "10-K",
			Filed:     20392,
			FY:        2025,
		}
		if f := got.Series["us-gaap:Assets"]["USD"][0]; f != want || f.End.String() != "2025-09-27" || f.Days() != 0 {
			t.Errorf("%+v", f)
		}
	}
}

func TestFactsThatCannotBeUsedAreLeftOut(t *testing.T) {
	for _, bad := range []string{
		strings.Replace(fact, "359241000000", "null", 1),
		strings.Replace(fact, "359241000000", `"359"`, 1),
		strings.Replace(fact, "359241000000", `true`, 1),
		strings.Replace(fact, "2025-09-27", "2025-09-31", 1),
		strings.Replace(fact, "2025-10-31", "", 1),
		strings.Replace(fact, "0000320193-25-000079", "", 1),
		strings.Replace(fact, `{"end"`, `{"start":"2026-01-01","end"`, 1),
		`{}`,
	} {
		got, err := ReadFacts(strings.NewReader(document("320193", bad+","+fact)), map[string]bool{"us-gaap:Assets": true})
		if err != nil || len(got.Series["us-gaap:Assets"]["USD"]) != 1 {
			t.Errorf("%s: %+v %v", bad, got, err)
		}
	}
	odd := strings.Replace(fact, `"fy":2025`, `"fy":null`, 1)
	got, err := ReadFacts(strings.NewReader(document("320193", odd)), map[string]bool{"us-gaap:Assets": true})
	if err != nil || len(got.Series["us-gaap:Assets"]["USD"]) != 1 {
		t.Errorf("no fiscal year: %+v %v", got, err)
	}
}

func TestAnswersThatHoldNoFacts(t *testing.T) {
	whole := document("320193", fact)
	for why, c := range map[string]struct {
		answer upstreamtest.Answer
		kind   upstream.Kind
	}{
		"not there":       {noSuchKey, upstream.NotFound},
		"blocked":         {upstreamtest.Answer{Status: 403, Body: "<html>"}, upstream.Unavailable},
		"nothing":         {upstreamtest.Answer{Body: ""}, upstream.BadResponse},
		"a list":          {upstreamtest.Answer{Body: "[]"}, upstream.BadResponse},
		"another object":  {upstreamtest.Answer{Body: `{"message":"no"}`}, upstream.BadResponse},
		"two documents":   {upstreamtest.Answer{Body: whole + whole}, upstream.BadResponse},
		"of another":      {upstreamtest.Answer{Body: document("789019", fact)}, upstream.BadResponse},
		"another form":    {upstreamtest.Answer{Body: `{"cik":320193,"facts":[]}`}, upstream.BadResponse},
		"units as a list": {upstreamtest.Answer{Body: `{"cik":320193,"facts":` + noUnits + `}`}, upstream.BadResponse},
	} {
		t.Run(why, func(t *testing.T) {
			c.answer.URL = appleFacts
			world := upstreamtest.New(t, c.answer)
			_, err := New(world.Pool(t, nil)).Facts(t.Context(), appleCIK, map[string]bool{"us-gaap:Assets": true})
			if upstream.KindOf(err) != c.kind {
				t.Errorf("%v, want %s", err, c.kind)
			}
		})
	}
}

func TestOneTagByItself(t *testing.T) {
	world := upstreamtest.New(t, upstreamtest.Answer{
		URL: appleConcept,
		Body: `{"cik":320193,"taxonomy":"us-gaap","tag":"Assets","label":"Assets","description":null,
			"units":{"USD":[` + fact + `]}}`,
	})
	units, err := New(world.Pool(t, nil)).Concept(t.Context(), appleCIK, "us-gaap", "Assets")
	if err != nil || len(units["USD"]) != 1 || units["USD"][0].Value != "359241000000" {
		t.Errorf("%+v %v", units, err)
	}

	for _, body := range []string{"<html>", `{"cik":320193}`} {
		world = upstreamtest.New(t, upstreamtest.Answer{URL: appleConcept, Body: body})
		_, err := New(world.Pool(t, nil)).Concept(t.Context(), appleCIK, "us-gaap", "Assets")
		if upstream.KindOf(err) != upstream.BadResponse {
			t.Errorf("%s: %v", body, err)
		}
	}
	missing := noSuchKey
	missing.URL = "https://data.sec.gov/*"
	world.Add(t, missing)
	_, err = New(world.Pool(t, nil)).Concept(t.Context(), appleCIK, "us-gaap", "Goodwill")
	if upstream.KindOf(err) != upstream.NotFound {
		t.Errorf("a tag never used: %v", err)
	}
}

func TestDays(t *testing.T) {
	for text, want := range map[string]Day{"1970-01-01": 0, "1969-12-31": -1, "2024-02-29": 19782} {
		got, ok := ParseDay(text)
		if !ok || got != want || got.String() != text || DayOf(got.Time()) != got {
			t.Errorf("%s is %d, %v", text, got, ok)
		}
	}
	for _, text := range []string{"", "2023-02-29", "0001-01-01", "20240101", "2024-1-1"} {
		if got, ok := ParseDay(text); ok {
			t.Errorf("%q is %d", text, got)
		}
	}
}

func TestRealFacts(t *testing.T) {
	for _, path := range samples.Glob(t, "sec/companyfacts_*.json") {
		name := path[strings.LastIndex(path, "/")+1:]
		got, err := ReadFacts(bytes.NewReader(samples.Read(t, "sec/"+name)), map[string]bool{
			"us-gaap:NetIncomeLoss": true, "us-gaap:EarningsPerShareDiluted": true,
		})
		if err != nil || len(got.Tags) < 13 || len(got.Series["us-gaap:NetIncomeLoss"]["USD"]) < 10 ||
			len(got.Series["us-gaap:EarningsPerShareDiluted"]["USD/shares"]) < 5 || got.Name == "" {
			t.Errorf("%s: %+v %v", name, got, err)
		}
	}
}
