package toolscan

import "slices"

// Finding is one thing found in one text.
type Finding struct {
	Dimension Dimension
	Check     string
	Severity  string // critical, high, medium, low, info
	Points    int    // 0-100, after context
	Location  string // JSON pointer (RFC 6901) into the body
	Part      string // value, or name if the text is the member's name
	Start     int    // span in the text, in bytes of UTF-8
	End       int
	CharStart int // the same in characters (code points)
	CharEnd   int
	Excerpt   string // the span with some of its surroundings; hidden characters are written <U+XXXX>
	Decoded   string // what the span says when decoded; "" when it is plain
	Count     int    // hits of the check in this text
	Reason    string
}

// ToolReport is what was found in one tool.
type ToolReport struct {
	Name        string
	Location    string // JSON pointer to the tool
	RiskScore   int
	Category    Category
	ContentHash string
	Pinned      string   // none, match, mismatch, new
	Changed     []string // members that differ from the pinned tool, if it was given whole
	Findings    []Finding
	Dropped     int // findings over the cap
	dimensions  map[Dimension]DimensionScore
}

// Report is what was found in a manifest.
type Report struct {
	Form           string
	RiskScore      int
	Category       Category
	Tools          []ToolReport
	Findings       []Finding // those that belong to no tool
	Dimensions     map[Dimension]DimensionScore
	DriftEvaluated bool
	ManifestHash   string
	MoreTools      bool // the server has further tools, which were not in the body
	TextsScanned   int
	BytesScanned   int
	DecodedTexts   int
}

// TextReport is what was found in one text.
type TextReport struct {
	RiskScore   int
	Category    Category
	Findings    []Finding
	Dimensions  map[Dimension]DimensionScore
	ContentHash string // SHA-256 of the text's UTF-8
	Bytes       int
	Characters  int
}

// finish scores the report.
func (r *Report) finish() {
	every := slices.Clone(r.Findings)
	left := maxAllFindings
	var scores []int
	for i := range r.Tools {
		t := &r.Tools[i]
		t.dimensions = scoreDimensions(t.Findings)
		t.RiskScore = totalScore(t.dimensions, t.Findings)
		t.Category = CategoryOf(t.RiskScore)
		scores = append(scores, t.RiskScore)
		every = append(every, t.Findings...)
		if len(t.Findings) > left {
			t.Dropped += len(t.Findings) - left
			t.Findings = t.Findings[:left]
		}
		left -= len(t.Findings)
	}

	around := totalScore(scoreDimensions(r.Findings), r.Findings)
	scores = append(scores, around)
	slices.Sort(scores)
	slices.Reverse(scores)
	r.RiskScore = scores[0]

	for _, further := range scores[1:] {
		if further >= furtherToolFrom {
			r.RiskScore = min(100, r.RiskScore+furtherTool)
		}
	}

	r.Category = CategoryOf(r.RiskScore)
	r.Dimensions = scoreDimensions(every)
}
