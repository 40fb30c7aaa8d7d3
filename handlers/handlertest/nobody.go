package handlertest

import "net/http"

// RefusesNobody sees that a route which finds nothing by articles, legal forms and placeholders says that these name
// nobody, and is not paid for an empty answer. More is further query.
func (s *Service) RefusesNobody(route, input string, more ...string) {
	s.Helper()
	for _, text := range []string{"the", "Inc", "LLC", "N/A", "none", "unknown"} {
		status, answer := s.Get(route, append([]string{input, text}, more...)...)
		if status != http.StatusBadRequest || answer["field"] != input {
			s.Errorf("%s?%s=%s: %d %v", route, input, text, status, answer)
		}
	}
}
