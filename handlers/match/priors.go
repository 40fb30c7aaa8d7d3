package match

import "github.com/farebox/farebox/internal/party/names"

// share is a level's part of m and u before a list was looked at.
type levelShare struct {
	m, u float64
}

// The priors, from level 1 on. They were set on the sets of [TestQualityOfDedupe] named dev and on the tables of the
// routes' tests; a list of some hundred records outweighs them.
var (
	personLevels = []levelShare{
		{0.02, 0.955},  // another name
		{0.01, 0.03},   // the given names of two persons, something else agrees
		{0.03, 0.01},   // rough
		{0.05, 0.003},  // somewhat
		{0.08, 0.0012}, // near
		{0.17, 0.0004}, // as good as equal
		{0.64, 0.0004}, // equal
	}
	companyLevels = []levelShare{
		{0.02, 0.96},
		{0.01, 0.02},
		{0.03, 0.012},
		{0.05, 0.004},
		{0.08, 0.002},
		{0.15, 0.001},
		{0.66, 0.001},
	}
	emailLevels    = []levelShare{{0.25, 0.9995}, {0.75, 0.0005}}
	phoneLevels    = []levelShare{{0.20, 0.9985}, {0.05, 0.0005}, {0.75, 0.001}}
	birthLevels    = []levelShare{{0.008, 0.974}, {0.012, 0.02}, {0.08, 0.004}, {0.90, 0.002}}
	houseLevels    = []levelShare{{0.10, 0.90}, {0.10, 0.09}, {0.80, 0.01}}
	streetLevels   = []levelShare{{0.12, 0.96}, {0.05, 0.025}, {0.15, 0.006}, {0.68, 0.009}}
	townLevels     = []levelShare{{0.12, 0.93}, {0.04, 0.02}, {0.10, 0.01}, {0.74, 0.04}}
	postcodeLevels = []levelShare{{0.25, 0.996}, {0.75, 0.004}}
	countryLevels  = []levelShare{{0.03, 0.6}, {0.97, 0.4}}
)

func priorsOf(kind names.Kind) model {
	out := model{never: pattern.neighbours}
	if kind == names.Person {
		out.never = pattern.household
	}

	for f, shares := range [features][]levelShare{
		onName:     companyLevels,
		onEmail:    emailLevels,
		onPhone:    phoneLevels,
		onBirth:    birthLevels,
		onHouse:    houseLevels,
		onStreet:   streetLevels,
		onTown:     townLevels,
		onPostcode: postcodeLevels,
		onCountry:  countryLevels,
	} {
		if feature(f) == onName && kind == names.Person {
			shares = personLevels
		}
		for l, s := range shares {
			out.m[f][l+1] = s.m
			out.u[f][l+1] = s.u
		}
	}

	return out
}
