package typosquat

import "strings"

// lureKind is what words stand around a brand.
type lureKind int

const (
	lureNone   lureKind = iota // something else
	lureWeak                   // words that honest names have as well, or digits
	lureStrong                 // at least one about accounts, money or deliveries
)

// maxLureText bounds the text that is cut into words.
const maxLureText = 63

// surroundings judges what precedes and follows a brand. It counts when each side that is not empty is made of lure
// words, or when a strong one is a word of its own between hyphens.
func (d *Detector) surroundings(left, right string, skeletons bool) lureKind {
	kind := lureNone
	all := true
	for _, side := range []string{left, right} {
		for word := range strings.SplitSeq(side, "-") {
			if word == "" {
				continue
			}
			var k lureKind
			if skeletons {
				k = d.lureSkeleton(word)
			} else {
				k = d.lureWords(word)
			}
			all = all && k != lureNone
			kind = max(kind, k)
		}
	}

	hyphenated := strings.HasSuffix(left, "-") || left == ""
	hyphenated = hyphenated && (strings.HasPrefix(right, "-") || right == "")
	if all || kind == lureStrong && hyphenated {
		return kind
	}

	return lureNone
}

// lureWords says whether text can be cut into lure words and digits without a rest, and whether one of
// them is strong.
func (d *Detector) lureWords(text string) lureKind {
	if len(text) > maxLureText || !isASCII(text) {
		return lureNone
	}
	if strong, ok := d.lures[text]; ok && strong {
		return lureStrong
	}

	best := make([]lureKind, len(text)+1) // best[i]: of text[:i]; lureNone where it cannot be cut
	best[0] = lureWeak
	for end := 1; end <= len(text); end++ {
		if c := text[end-1]; c >= '0' && c <= '9' {
			best[end] = best[end-1]
		}
		for start := 0; start < end-1; start++ {
			if best[start] == lureNone {
				continue
			}
			strong, ok := d.lures[text[start:end]]
			if !ok {
				continue
			}
			kind := best[start]
			if strong {
				kind = lureStrong
			}
			best[end] = max(best[end], kind)
		}
	}

	return best[len(text)]
}

// lureSkeleton is lureWords for text that is a skeleton: a single word that looks like a lure.
func (d *Detector) lureSkeleton(text string) lureKind {
	kind := lureNone
	for word, strong := range d.lures {
		if len(word) < 3 || lookalikes.Replace(word) != text {
			continue
		}
		if strong {
			return lureStrong
		}
		kind = lureWeak
	}
	return kind
}
