package tools

import (
	"encoding/json"
	"net/http"

	"github.com/farebox/farebox/payment/mpp"
)

// mppRequired is a 402 in the words of MPP over MCP.
type mppRequired struct {
	HTTPStatus int               `json:"httpStatus"`
	Challenges []json.RawMessage `json:"challenges"`
	Problem    json.RawMessage   `json:"problem"`
}

// challengesOf are the challenges of the Payment scheme in a 402. Over MCP their requests are objects.
func challengesOf(header http.Header) []json.RawMessage {
	var challenges []json.RawMessage
	for _, line := range header.Values(mpp.HeaderChallenge) {
		c, err := mpp.ParseChallenge(line)
		if err != nil {
			continue // another scheme
		}
		if native, err := c.Native(); err == nil {
			challenges = append(challenges, native)
		}
	}
	return challenges
}

// mppProblem are the members of a 402's body that MPP clients read (RFC 9457).
func mppProblem(body []byte) json.RawMessage {
	told := struct {
		Type   string `json:"type"`
		Title  string `json:"title"`
		Status int    `json:"status"`
		Detail string `json:"detail,omitempty"`
	}{
		Type:   mpp.TypePaymentRequired,
		Title:  http.StatusText(http.StatusPaymentRequired),
		Status: http.StatusPaymentRequired,
	}
	if json.Unmarshal(body, &told) != nil {
		return json.RawMessage(`{"status":402}`)
	}

	text, err := compact(told)
	if err != nil { // texts and a number always have a JSON form
		return json.RawMessage(`{"status":402}`)
	}
	return text
}
