package env

import (
	"strings"

	gen "github.com/farebox/farebox/gen/env"
	"github.com/farebox/farebox/internal/party/names"
	"github.com/farebox/farebox/internal/problem"
	"github.com/farebox/farebox/internal/response"
)

// leastLetters is how many letters and digits a name has to have: fewer would find half the registry.
const leastLetters = 2

// registryDigits is the length of FRS registry ids.
const registryDigits = 12

func readRegistry(text string) (string, error) {
	id := strings.TrimSpace(text)
	if len(id) != registryDigits || strings.Trim(id, "0123456789") != "" {
		return "", problem.Invalid(
			"registry_id",
			"registry_id must be an FRS registry id of 12 digits, such as 110000868918",
		)
	}
	return id, nil
}

func readName(field, text string) (string, error) {
	name := strings.Join(strings.Fields(text), " ")
	if len(strings.ReplaceAll(names.Normalize(name), " ", "")) < leastLetters {
		return "", problem.Invalid(field, "%s must have at least two letters or digits", field)
	}
	return name, nil
}

// segment is a name as it goes into the path of a query: capitals without accents, and of punctuation only what names
// of facilities have and no path gives a meaning to. What is left out splits words, so that the longest piece in one is
// asked for.
func segment(name string) string {
	var pieces []string
	var b strings.Builder
	flush := func() {
		if piece := strings.Trim(b.String(), " .,-'&"); piece != "" {
			pieces = append(pieces, piece)
		}
		b.Reset()
	}
	for _, r := range strings.ToUpper(name) {
		switch plain := strings.ToUpper(names.Normalize(string(r))); {
		case r == ' ' || r == '-' || r == '&' || r == '.' || r == ',' || r == '\'':
			b.WriteRune(r)
		case plain != "" && r > ' ':
			b.WriteString(plain)
		default:
			flush()
		}
	}
	flush()

	longest := ""
	for _, piece := range pieces {
		if len(piece) > len(longest) {
			longest = piece
		}
	}
	return longest
}

// place is what a facility is looked for by: one of the four, or a state alone.
type place struct {
	registry, name, address, state string
	lat, lon                       *float64
	radius                         float64
}

// stateOnly says whether nothing but a state is known.
func (p place) stateOnly() bool {
	return p.state != "" && p.registry == "" && p.name == "" && p.address == "" && p.lat == nil
}

// readPlace takes one of registry_id, name, address with state, and lat with lon, or a state alone.
func readPlace(params gen.EnvFacilityParams) (place, error) {
	var p place
	ways := 0
	for _, given := range []bool{
		params.RegistryID != nil,
		params.Name != nil,
		params.Address != nil,
		params.Lat != nil || params.Lon != nil,
	} {
		if given {
			ways++
		}
	}
	switch {
	case ways == 0 && params.State == nil:
		return p, problem.InvalidCode("registry_id", problem.CodeMissingInput,
			"give one of registry_id, name, address with state, lat with lon, and state")
	case ways > 1:
		return p, problem.InvalidCode("registry_id", problem.CodeAmbiguous,
			"give only one of registry_id, name, address with state, and lat with lon")
	case (params.Lat == nil) != (params.Lon == nil):
		return p, problem.InvalidCode("lon", problem.CodeMissingInput, "lat and lon go together")
	}

	var err error
	p.state = response.OrZero(params.State)
	switch {
	case params.RegistryID != nil:
		p.registry, err = readRegistry(*params.RegistryID)
	case params.Name != nil:
		p.name, err = readName("name", *params.Name)
	case params.Address != nil && p.state == "":
		return p, problem.InvalidCode("state", problem.CodeMissingInput, "state is required with address")
	case params.Address != nil:
		p.address, err = readName("address", *params.Address)
	case params.Lat != nil:
		p.lat = params.Lat
		p.lon = params.Lon
		p.radius = params.RadiusMi
	}
	return p, err
}
