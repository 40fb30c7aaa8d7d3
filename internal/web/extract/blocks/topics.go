package blocks

// longWord is the length in bytes from which on a word says something of the topic.
const longWord = 6

// findTopics gives every block the share of its long words that other blocks use too, each word counting as much as it is expected
// to be in content there: what stands beside an article speaks of other things. A block without long words has -1.
func (s *secondReading) findTopics() {
	const most = 200 // words of a block that are looked at
	type use struct {
		content float64
		last    int // block that was counted last
	}

	uses := make(map[string]use)
	words := make([][]string, len(s.probs))
	for i, prob := range s.probs {
		for _, t := range s.page.Tokens(i) {
			if len(t) < longWord {
				continue
			}
			u, known := uses[t]
			if known && u.last == i {
				continue
			}
			uses[t] = use{u.content + prob, i}
			if words[i] = append(words[i], t); len(words[i]) == most {
				break
			}
		}
	}

	s.topics = make([]float64, len(s.probs))
	var all likely
	for i, prob := range s.probs {
		if len(words[i]) == 0 {
			s.topics[i] = -1
			continue
		}
		common := 0.0
		for _, t := range words[i] {
			common += min(1, uses[t].content-prob)
		}
		s.topics[i] = common / float64(len(words[i]))
		w := prob * float64(len(words[i]))
		all = all.plus(likely{w, w * s.topics[i]})
	}

	s.topic = all.content / max(1, all.words)
}
