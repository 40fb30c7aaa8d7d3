package toolscan

import "math"

// Category is the verdict for a score: clean below 15, low below 35, suspicious below 65, else malicious.
type Category string

// The categories.
const (
	Clean      Category = "clean"
	Low        Category = "low"
	Suspicious Category = "suspicious"
	Malicious  Category = "malicious"
)

// The weights of the score.
const (
	lowFrom        = 15
	suspiciousFrom = 35
	maliciousFrom  = 65

	critical        = 80   // points of a finding that guarantee at least that score
	weightOfRest    = 0.25 // share of further checks in the same dimension
	weightOfOthers  = 0.15 // share of other dimensions from countedFrom points
	countedFrom     = 30
	furtherTool     = 5 // points for each further tool from furtherToolFrom
	furtherToolFrom = 50
	HygieneCap      = 20
	capabilityNotes = 14 // cap for a tool with declared capabilities only
)

// CategoryOf is the category of a score.
func CategoryOf(score int) Category {
	switch {
	case score >= maliciousFrom:
		return Malicious
	case score >= suspiciousFrom:
		return Suspicious
	case score >= lowFrom:
		return Low
	}
	return Clean
}

// DimensionScore is the score of one dimension.
type DimensionScore struct {
	Score    int
	Findings int
}

// scoreDimensions adds up findings: per dimension, the highest points and a quarter of the other checks' points;
// for hygiene, the capped sum. A check counts once however often it hits.
func scoreDimensions(findings []Finding) map[Dimension]DimensionScore {
	highest := map[Dimension]map[string]int{}
	out := map[Dimension]DimensionScore{}
	for _, f := range findings {
		byCheck := highest[f.Dimension]
		if byCheck == nil {
			byCheck = map[string]int{}
			highest[f.Dimension] = byCheck
		}
		byCheck[f.Check] = max(byCheck[f.Check], f.Points)
		s := out[f.Dimension]
		s.Findings++
		out[f.Dimension] = s
	}

	for dimension, byCheck := range highest {
		top := 0
		sum := 0
		for _, points := range byCheck {
			top, sum = max(top, points), sum+points
		}
		score := min(100, float64(top)+weightOfRest*float64(sum-top))
		switch {
		case dimension == MetadataHygiene:
			score = float64(min(sum, HygieneCap))
		case dimension == DangerousCapability && top <= pointsNote:
			score = min(score, capabilityNotes)
		}
		s := out[dimension]
		s.Score = int(math.Round(score))
		out[dimension] = s
	}

	return out
}

// totalScore combines dimensions: the highest, and a share of the others that matter.
func totalScore(dimensions map[Dimension]DimensionScore, findings []Finding) int {
	top := 0
	others := 0
	for _, d := range Dimensions() {
		score := dimensions[d].Score
		if score > top {
			top, score = score, top
		}
		if score >= countedFrom {
			others += score
		}
	}

	total := int(math.Round(min(100, float64(top)+weightOfOthers*float64(others))))
	for _, f := range findings {
		if f.Points >= critical {
			return max(total, critical)
		}
	}

	return total
}
