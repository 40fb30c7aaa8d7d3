package geo

import (
	"encoding/json"
	"net/http"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/farebox/farebox/handlers/geo/geotest"
	"github.com/farebox/farebox/internal/upstream/upstreamtest"
)

// geocoded is a question with what geocoders answer, and what has to be said of the answer.
type geocoded struct {
	kind, question, country  string
	label                    string
	photon, nom, census, ban told
	why                      string
}

// told are the members of an answer, none when the geocoder found nothing.
type told map[string]string

func toldOf(text string) told {
	if text == "" {
		return nil
	}
	list := told{}
	for part := range strings.SplitSeq(text, "; ") {
		name, value, _ := strings.Cut(part, "=")
		list[name] = value
	}
	return list
}

func (f told) number(name string) float64 {
	n, _ := strconv.ParseFloat(f[name], 64)
	return n
}

// only are the members of these names.
func (f told) only(names string) map[string]any {
	list := map[string]any{}
	for name := range strings.FieldsSeq(names) {
		if f[name] != "" {
			list[name] = f[name]
		}
	}
	return list
}

func geocodedSet(t *testing.T) []geocoded {
	t.Helper()
	data, err := os.ReadFile("testdata/geocoded.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var list []geocoded
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		row := strings.Split(strings.TrimRight(line, "\n"), "\t")
		if len(row) != 9 {
			t.Fatalf("%d columns: %q", len(row), line)
		}
		list = append(list, geocoded{
			kind:     row[0],
			question: row[1],
			country:  row[2],
			label:    row[3],
			photon:   toldOf(row[4]),
			nom:      toldOf(row[5]),
			census:   toldOf(row[6]),
			ban:      toldOf(row[7]),
			why:      row[8],
		})
	}
	return list
}

// answers are what the geocoders say, in the shapes of their own answers.
func (g geocoded) answers(t *testing.T) []upstreamtest.Answer {
	t.Helper()
	features := func(f told, properties map[string]any) any {
		if f == nil {
			return map[string]any{"type": "FeatureCollection", "features": []any{}}
		}
		point := map[string]any{
			"type":        "Point",
			"coordinates": []float64{f.number("lon"), f.number("lat")},
		}
		feature := map[string]any{"type": "Feature", "geometry": point, "properties": properties}
		return map[string]any{"type": "FeatureCollection", "features": []any{feature}}
	}

	photon := g.photon.only("housenumber street name city district postcode state country countrycode type osm_key " +
		"osm_value")
	ban := g.ban.only("type label name housenumber street postcode city context")
	if g.ban != nil {
		ban["score"] = g.ban.number("score")
	}
	bodies := map[string]any{
		geotest.Photon + "/api":       features(g.photon, photon),
		geotest.BAN:                   features(g.ban, ban),
		geotest.Nominatim + "/search": g.nominatimBody(),
		geotest.Census:                g.censusBody(),
	}

	var list []upstreamtest.Answer
	for url, body := range bodies {
		text, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, upstreamtest.Answer{URL: url, Body: string(text)})
	}
	return append(list, upstreamtest.Answer{URL: geotest.PDOK, Body: `{"response":{"numFound":0,"docs":[]}}`},
		upstreamtest.Answer{URL: geotest.Postcodes + "*", Status: 404, Body: `{"status":404,"error":"Postcode not found"}`})
}

func (g geocoded) nominatimBody() []any {
	if g.nom == nil {
		return []any{}
	}
	object := g.nom.only("lat lon category type addresstype name")
	object["address"] = g.nom.only("house_number road city postcode state country country_code")
	object["display_name"] = strings.Join([]string{g.nom["house_number"], g.nom["road"], g.nom["city"]}, ", ")
	object["boundingbox"] = []string{g.nom["lat"], g.nom["lat"], g.nom["lon"], g.nom["lon"]}
	object["place_rank"] = g.nom.number("place_rank")
	object["importance"] = 0.3
	return []any{object}
}

func (g geocoded) censusBody() map[string]any {
	matches := []any{}
	if c := g.census; c != nil {
		matches = append(matches, map[string]any{
			"matchedAddress": c["matched"],
			"coordinates":    map[string]any{"x": c.number("lon"), "y": c.number("lat")},
			"addressComponents": map[string]any{
				"preQualifier":    "",
				"preDirection":    c["pre"],
				"preType":         "",
				"streetName":      c["street"],
				"suffixType":      c["suffix"],
				"suffixDirection": "",
				"suffixQualifier": "",
				"fromAddress":     c["from"],
				"toAddress":       c["to"],
				"city":            c["city"],
				"state":           c["state"],
				"zip":             c["zip"],
			},
		})
	}
	return map[string]any{"result": map[string]any{"addressMatches": matches}}
}

// TestGeocodersAnswersAreWeighedByTheQuestion holds forty answers against what somebody says of them who had not read
// the rules: a house that is the one asked for, and the ones that are not.
func TestGeocodersAnswersAreWeighedByTheQuestion(t *testing.T) {
	for _, g := range geocodedSet(t) {
		t.Run(g.kind+"/"+g.question, func(t *testing.T) {
			s, _ := service(t, g.answers(t)...)
			query := []string{"address", g.question}
			if g.country != "" {
				query = append(query, "country", g.country)
			}
			status, got := s.Get("/geocode", query...)
			if !g.agrees(status, got) {
				t.Errorf("want %s (%s): %d, exact %v, %v, %v, unmatched %v, notes %v, %v", g.label, g.why, status,
					got["exact"], got["confidence_level"], got["match_level"], got["unmatched"], got["notes"],
					got["detail"])
			}
		})
	}
}

// agrees is whether an answer says what the label asks for.
func (g geocoded) agrees(status int, got map[string]any) bool {
	if status != http.StatusOK {
		return status == http.StatusNotFound && (g.label == "wrong" || g.label == "coarse")
	}
	exact, level := got["exact"] == true, got["confidence_level"]
	unmatched, _ := got["unmatched"].([]any)
	switch g.label {
	case "exact":
		return exact && level != "low"
	case "coarse":
		return !exact && level != "high"
	case "doubt":
		return level != "high" && len(unmatched) > 0
	case "wrong":
		return !exact && level == "low"
	case "crossing":
		return exact && got["match_level"] == "intersection"
	}
	return false
}
