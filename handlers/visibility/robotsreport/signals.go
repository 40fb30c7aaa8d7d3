package robotsreport

import (
	"strings"

	"github.com/farebox/farebox/internal/clip"
	"github.com/farebox/farebox/internal/web/fetch/robots"
)

// What is reported of preferences.
const (
	maxPreferences = 20  // lines
	maxText        = 300 // bytes of a value, and of the names above it
)

// Preference is one statement about the permitted use of a site's content.
type Preference struct {
	Group string // User-agent values that list it, joined by ", "; "" before any group, and in a header
	Value string // as written
	Line  int    // 1-based, 0 in a header
}

// Signals are the Content-Signal lines (contentsignals.org) for all crawlers: search, ai-input and ai-train, each
// yes, no or "" if not stated. Lines under "*" or before any group count; without any, those of the first group
// that has some.
type Signals struct {
	Search, AIInput, AITrain string
	Use                      string // immediate, reference or full: how content may be used, "" when not stated
	Lines                    []Preference
}

// ContentSignals reads the Content-Signal lines of a file; ok is false if there are none.
func ContentSignals(file *robots.File) (s Signals, ok bool) {
	s.Lines = lines(file, "content-signal")
	if len(s.Lines) == 0 {
		return s, false
	}

	group := s.Lines[0].Group
	for _, l := range s.Lines {
		if l.Group == "" || hasStar(l.Group) {
			group = l.Group
			break
		}
	}

	for _, l := range s.Lines {
		if l.Group != group {
			continue
		}
		for part := range strings.SplitSeq(l.Value, ",") {
			key, value, _ := strings.Cut(part, "=")
			key = strings.ToLower(strings.TrimSpace(key))
			value = strings.ToLower(strings.TrimSpace(value))
			yesNo := value == "yes" || value == "no"
			switch {
			case key == "search" && yesNo:
				s.Search = value
			case key == "ai-input" && yesNo:
				s.AIInput = value
			case key == "ai-train" && yesNo:
				s.AITrain = value
			case key == "use" && (value == "immediate" || value == "reference" || value == "full"):
				s.Use = value
			}
		}
	}

	return s, true
}

// ContentUsage are the Content-Usage lines of a file (IETF AIPREF, draft-ietf-aipref-attach).
func ContentUsage(file *robots.File) []Preference { return lines(file, "content-usage") }

func lines(file *robots.File, name string) []Preference {
	var out []Preference
	add := func(group string, fields []robots.Field) {
		for _, f := range fields {
			if strings.EqualFold(f.Name, name) && len(out) < maxPreferences {
				out = append(out, Preference{
					Group: group,
					Value: clip.Cut(f.Value, maxText),
					Line:  f.Line,
				})
			}
		}
	}
	add("", file.Other)
	for _, g := range file.Groups {
		add(clip.Cut(strings.Join(g.Agents, ", "), maxText), g.Other)
	}
	return out
}

func hasStar(group string) bool {
	for name := range strings.SplitSeq(group, ", ") {
		if name == "*" {
			return true
		}
	}
	return false
}
