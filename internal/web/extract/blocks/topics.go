package blocks

// longWord is the length in bytes from which a word says something about the topic.
const longWord = 6

// findTopics computes for every block the share of its long words that other blocks also use, each weighted by its
// expected use in content there: text beside an article has other topics. A block without long words has -1.
func (s *secondReading) findTopics() {
	const most = 200 // words examined per block
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
