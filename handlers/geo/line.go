package geo

import (
	"sync/atomic"
	"time"
)

// patience is how long a question waits for the preferred source while another one that can answer it is free.
const patience = time.Second

// line counts the questions that wait for one source, so that those which come at one moment spread over several. The
// limit of the client does not tell: it counts a question when its turn is booked, and by then all have chosen.
type line struct {
	each    time.Duration // between two questions, by the source's limit; 0 without one
	waiting atomic.Int64
}

// join puts a question into the line, until leave.
func (l *line) join() (leave func()) {
	l.waiting.Add(1)
	return func() { l.waiting.Add(-1) }
}

// wait is how long a further question waits for its turn.
func (l *line) wait() time.Duration { return time.Duration(l.waiting.Load()) * l.each }
