package upstreamtest

import "strings"

// Edited are answers with texts in their bodies replaced, given as old and new: what a provider says about a record
// with a member that a fixture's record lacks.
func Edited(answers []Answer, oldnew ...string) []Answer {
	replacer := strings.NewReplacer(oldnew...)
	edited := make([]Answer, 0, len(answers))
	for _, answer := range answers {
		answer.Body = replacer.Replace(answer.Body)
		edited = append(edited, answer)
	}
	return edited
}
