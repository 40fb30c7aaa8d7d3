package cve

import (
	"slices"
	"strings"

	gocvss20 "github.com/pandatix/go-cvss/20"
	gocvss30 "github.com/pandatix/go-cvss/30"
	gocvss31 "github.com/pandatix/go-cvss/31"
	gocvss40 "github.com/pandatix/go-cvss/40"

	gen "github.com/farebox/farebox/gen/cve"
)

// vector is a CVSS vector that was read and found whole.
type vector struct {
	version string // 4.0, 3.1, 3.0, 2.0
	metrics map[string]string
	base    float64
}

// base20 are the base metrics of CVSS 2.0. A group of others may be there in part, which the library refuses.
var base20 = strings.Fields("AV AC Au C I A")

// rest20 are the temporal and environmental metrics of CVSS 2.0, with their values.
var rest20 = map[string]string{
	"E":   "U POC F H ND",
	"RL":  "OF TF W U ND",
	"RC":  "UC UR C ND",
	"CDP": "N L LM MH H ND",
	"TD":  "N L M H ND",
	"CR":  "L M H ND",
	"IR":  "L M H ND",
	"AR":  "L M H ND",
}

// knownRest20 is true when the metrics of a vector of version 2.0 that are not of its base are metrics of that version.
func (v vector) knownRest20() bool {
	for name, value := range v.metrics {
		if !slices.Contains(base20, name) && !slices.Contains(strings.Fields(rest20[name]), value) {
			return false
		}
	}
	return true
}

// readVector reads a vector of any version; false if it is not one.
func readVector(text string) (vector, bool) {
	text = strings.Trim(strings.TrimSpace(text), "()")
	v := vector{version: "2.0", metrics: map[string]string{}}
	body := text
	if rest, ok := strings.CutPrefix(text, "CVSS:"); ok {
		v.version, body, _ = strings.Cut(rest, "/")
	}

	var base []string
	for _, part := range strings.Split(body, "/") {
		name, value, ok := strings.Cut(part, ":")
		if !ok {
			return vector{}, false
		}
		v.metrics[name] = value
		if slices.Contains(base20, name) {
			base = append(base, part)
		}
	}

	switch v.version {
	case "4.0":
		if _, err := gocvss40.ParseVector(text); err != nil {
			return vector{}, false
		}
		v.base = base40(v.metrics)
	case "3.1":
		c, err := gocvss31.ParseVector(text)
		if err != nil {
			return vector{}, false
		}
		v.base = c.BaseScore()
	case "3.0":
		c, err := gocvss30.ParseVector(text)
		if err != nil {
			return vector{}, false
		}
		v.base = c.BaseScore()
	case "2.0":
		c, err := gocvss20.ParseVector(strings.Join(base, "/"))
		if err != nil || !v.knownRest20() {
			return vector{}, false
		}
		v.base = c.BaseScore()
	default:
		return vector{}, false
	}

	return v, true
}

// automatable guesses the decision point of SSVC: anybody can attack over the network, without help and without luck.
func (v vector) automatable() bool {
	m := v.metrics
	switch v.version {
	case "2.0":
		return m["AV"] == "N" && m["AC"] == "L" && m["Au"] == "N"
	case "4.0":
		return m["AV"] == "N" && m["AC"] == "L" && m["AT"] == "N" && m["PR"] == "N" && m["UI"] == "N"
	}
	return m["AV"] == "N" && m["AC"] == "L" && m["PR"] == "N" && m["UI"] == "N"
}

// totalImpact guesses the decision point of SSVC: at least two of confidentiality, integrity and availability are lost whole.
func (v vector) totalImpact() bool {
	names := []string{"C", "I", "A"}
	high := "H"
	switch v.version {
	case "2.0":
		high = "C"
	case "4.0":
		names = []string{"VC", "VI", "VA"}
	}
	n := 0
	for _, name := range names {
		if v.metrics[name] == high {
			n++
		}
	}
	return n >= 2
}

// severityOf is a base score in words: by the qualitative scale of CVSS 3 and 4, for version 2 by NVD's.
func severityOf(score float64, version string) gen.CVESeverity {
	switch {
	case strings.HasPrefix(version, "2") && score < 4:
		return gen.CVESeverityLow
	case strings.HasPrefix(version, "2") && score >= 7:
		return gen.CVESeverityHigh
	case score <= 0:
		return gen.CVESeverityNone
	case score < 4:
		return gen.CVESeverityLow
	case score < 7:
		return gen.CVESeverityMedium
	case score < 9:
		return gen.CVESeverityHigh
	}
	return gen.CVESeverityCritical
}

// rating reads a database's own word, empty for one that says nothing.
func rating(word string) gen.CVESeverity {
	switch strings.ToLower(strings.TrimSpace(word)) {
	case "none":
		return gen.CVESeverityNone
	case "low":
		return gen.CVESeverityLow
	case "medium", "moderate":
		return gen.CVESeverityMedium
	case "high":
		return gen.CVESeverityHigh
	case "critical":
		return gen.CVESeverityCritical
	}
	return ""
}
