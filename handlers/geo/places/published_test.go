package places

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// published is an address of the test cases of OpenCageData/address-formatting: its parts, and how people of its
// country write it.
type published struct {
	Components map[string]string `yaml:"components"`
	Expected   string            `yaml:"expected"`
}

// readPublished gives those with a house number and a street; FAREBOX_ADDRESS_FORMATTING names the folder
// testcases/countries of the repository.
func readPublished(t *testing.T) []published {
	t.Helper()
	folder := os.Getenv("FAREBOX_ADDRESS_FORMATTING")
	if folder == "" {
		t.Skip("FAREBOX_ADDRESS_FORMATTING names no folder")
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.yaml"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no test cases in %s: %v", folder, err)
	}

	var list []published
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for decoder := yaml.NewDecoder(bytes.NewReader(text)); ; {
			var p published
			if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Logf("%s: %v", file, err)
				break
			}
			number := p.Components["house_number"]
			if hasDigit(number) && p.road() != "" && strings.Contains(p.Expected, number) &&
				strings.Contains(p.Expected, p.road()) {
				list = append(list, p)
			}
		}
	}
	return list
}

func (p published) road() string { return p.first("road", "pedestrian", "street") }

func (p published) first(names ...string) string {
	for _, name := range names {
		if text := p.Components[name]; text != "" {
			return text
		}
	}
	return ""
}

func (p published) house() Candidate {
	return Candidate{
		Source:      Nominatim,
		Base:        House,
		HouseNumber: p.Components["house_number"],
		Road:        p.road(),
		Suburb:      p.first("suburb", "city_district", "neighbourhood", "quarter"),
		City:        p.first("city", "town", "village", "municipality", "hamlet"),
		County:      p.first("county", "state_district"),
		State:       p.first("state", "region"),
		Postcode:    p.first("postcode"),
		Country:     p.first("country"),
		CountryCode: strings.ToLower(p.Components["country_code"]),
	}
}

// tally counts how a query was told.
type tally struct{ asked, house, neighbour, street, city int }

// TestPublishedAddresses holds addresses as people write them, and in small letters without commas, against the house,
// against a neighbouring house, against the street alone, and against the city alone.
func TestPublishedAddresses(t *testing.T) {
	list := readPublished(t)
	countries := map[string]bool{}
	var n tally
	for _, p := range list {
		countries[strings.ToLower(p.Components["country_code"])] = true
		written := strings.Join(strings.Split(strings.TrimSpace(p.Expected), "\n"), ", ")
		n.count(t, p.house(), written)
		n.count(t, p.house(), strings.ToLower(strings.ReplaceAll(written, ",", "")))
	}

	t.Logf("%d addresses in %d countries: %+v", len(list), len(countries), n)
	if len(countries) < 30 || n.neighbour < n.asked || n.house*100 < n.asked*97 || n.street*100 < n.asked*97 ||
		n.city*100 < n.asked*97 {
		t.Error("under the bar")
	}
}

func (n *tally) count(t *testing.T, house Candidate, text string) {
	t.Helper()
	n.asked++
	q := Read(text, "")

	if m := q.Judge(house); m.Level == House {
		n.house++
	} else {
		t.Logf("house not seen: %q by %+v: %s %v", text, house, m.Level, m.Missing)
	}

	neighbour := house
	neighbour.HouseNumber = "9876"
	if m := q.Judge(neighbour); m.Level != House && !m.Exact {
		n.neighbour++
	} else {
		t.Logf("another house taken for it: %q by %+v", text, house)
	}

	street := house
	street.Base = Street
	street.HouseNumber = ""
	if m := q.Judge(street); !m.Exact {
		n.street++
	} else {
		t.Logf("street taken for the house: %q by %+v", text, house)
	}

	city := street
	city.Base = Locality
	city.Road = ""
	if m := q.Judge(city); !m.Exact {
		n.city++
	} else {
		t.Logf("city taken for the house: %q by %+v", text, house)
	}
}
