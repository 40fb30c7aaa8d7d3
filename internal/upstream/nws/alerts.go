package nws

import (
	"context"
	"regexp"
	"strings"
	"time"
)

// alertsTTL is short: a tornado warning lasts for half an hour.
const alertsTTL = time.Minute

// Alert is a watch, warning or advisory in force for a position. Words are those of the Common Alerting Protocol.
type Alert struct {
	URL         string    `json:"@id"`
	Event       string    `json:"event"` // "Flood Watch"
	Status      string    `json:"status"`
	MessageType string    `json:"messageType"`
	Severity    string    `json:"severity"`
	Certainty   string    `json:"certainty"`
	Urgency     string    `json:"urgency"`
	Headline    string    `json:"headline,omitempty"`
	Areas       string    `json:"areaDesc,omitempty"`
	Sender      string    `json:"senderName,omitempty"`
	Instruction string    `json:"instruction,omitempty"`
	Effective   time.Time `json:"effective"`
	Expires     time.Time `json:"expires"`        // of the message
	Onset       time.Time `json:"onset,omitzero"` // of the event
	Ends        time.Time `json:"ends,omitzero"`  // of the event; not known of all
}

// Over says whether the event has ended. Where the end is not told, a message that has expired has not been renewed.
func (a Alert) Over(now time.Time) bool {
	if !a.Ends.IsZero() {
		return a.Ends.Before(now)
	}
	return a.Expires.Before(now)
}

// notMeant are the states of alerts that warn of nothing.
var notMeant = regexp.MustCompile(`(?i)^(exercise|system|test|draft)$`)

// Actual says whether an alert is meant: exercises, tests and cancellations are not.
func (a Alert) Actual() bool {
	return !notMeant.MatchString(a.Status) && !strings.EqualFold(a.MessageType, "Cancel")
}

// Alerts returns the alerts in force for a position at a moment; an empty list if there are none.
func (c *Client) Alerts(ctx context.Context, lat, lon float64) ([]Alert, error) {
	var answer struct {
		Features []struct {
			Properties Alert `json:"properties"`
		} `json:"features"`
	}
	request := c.get(c.c.Get("/alerts/active")).
		Query("point", coordinate(lat)+","+coordinate(lon)).
		TTL(alertsTTL)
	if _, err := request.JSON(ctx, &answer); err != nil {
		return nil, err
	}

	alerts := make([]Alert, 0, len(answer.Features))
	for _, feature := range answer.Features {
		alerts = append(alerts, feature.Properties)
	}
	return alerts, nil
}
