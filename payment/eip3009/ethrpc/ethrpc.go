// Package ethrpc calls the JSON-RPC endpoints of one chain. Several endpoints stand in for each
// other: public ones limit rates, fall behind and go away without notice.
package ethrpc

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/rpc"
)

// ErrUnavailable is wrapped by errors that say that no endpoint gave an answer.
var ErrUnavailable = errors.New("no endpoint of the chain answers")

// Client calls the endpoints of one chain. It is safe for concurrent use.
type Client struct {
	endpoints []endpoint
	timeout   time.Duration
	preferred atomic.Int64 // index of the endpoint that answered last
}

type endpoint struct {
	name   string // host only: the path or query of a URL may hold a key
	client *rpc.Client
}

// Dial prepares a client for the endpoints in order of preference, http or https URLs. It does not
// connect. timeout bounds each attempt at one endpoint; 0 is 5 s.
func Dial(urls []string, timeout time.Duration) (*Client, error) {
	if len(urls) == 0 {
		return nil, errors.New("no JSON-RPC endpoint is given")
	}
	if timeout <= 0 {
		timeout = 5 * time.Second
	}

	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConnsPerHost = 32
	c := &Client{timeout: timeout}
	for _, text := range urls {
		parsed, err := url.Parse(strings.TrimSpace(text))
		if err != nil || parsed.Host == "" || (parsed.Scheme != "http" && parsed.Scheme != "https") {
			return nil, errors.New("a JSON-RPC endpoint must be an http or https URL") // without it: it may hold a key
		}
		client, err := rpc.DialOptions(context.Background(), parsed.String(), rpc.WithHTTPClient(&http.Client{Transport: transport}))
		if err != nil {
			return nil, fmt.Errorf("JSON-RPC endpoint %s: %w", parsed.Host, err)
		}
		c.endpoints = append(c.endpoints, endpoint{parsed.Host, client})
	}

	return c, nil
}

// Close frees the connections.
func (c *Client) Close() {
	for _, e := range c.endpoints {
		e.client.Close()
	}
}

// maxCalls is how many calls one request holds; more are made in several. Public endpoints refuse
// large batches, most at 100 or above.
const maxCalls = 50

// Call makes one call. An error of the chain itself (a revert, bad parameters) comes back as the
// endpoint's rpc.Error; it wraps ErrUnavailable when no endpoint answered.
func (c *Client) Call(ctx context.Context, result any, method string, args ...any) error {
	batch := []rpc.BatchElem{{Method: method, Args: args, Result: result}}
	if err := c.Batch(ctx, batch); err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	if batch[0].Error != nil {
		return fmt.Errorf("%s: %w", method, batch[0].Error)
	}
	return nil
}

// Batch makes all calls in one request (in several beyond 50), all answered by one endpoint. Each call's own error is in its
// Error field. The returned error wraps ErrUnavailable: no endpoint answered all calls.
func (c *Client) Batch(ctx context.Context, calls []rpc.BatchElem) error {
	var troubles []error
	first := c.preferred.Load()
	for i := range c.endpoints {
		index := (int(first) + i) % len(c.endpoints)
		e := c.endpoints[index]
		err := c.attempt(ctx, e, calls)
		if err == nil {
			if i > 0 {
				c.preferred.CompareAndSwap(first, int64(index))
			}
			return nil
		}
		troubles = append(troubles, fmt.Errorf("%s: %w", e.name, redact(err)))
		if ctx.Err() != nil {
			break
		}
	}

	return fmt.Errorf("%w: %w", ErrUnavailable, errors.Join(troubles...))
}

func (c *Client) attempt(ctx context.Context, e endpoint, calls []rpc.BatchElem) error {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	for i := range calls {
		calls[i].Error = nil
	}

	if len(calls) == 1 { // some endpoints charge or limit batches differently
		err := e.client.CallContext(ctx, calls[0].Result, calls[0].Method, calls[0].Args...)
		if err != nil && !isAnswer(err) {
			return err
		}
		calls[0].Error = err
		return nil
	}

	for part := range slices.Chunk(calls, maxCalls) {
		if err := e.client.BatchCallContext(ctx, part); err != nil {
			return err
		}
	}

	for _, call := range calls {
		if call.Error != nil && !isAnswer(call.Error) {
			return call.Error
		}
	}

	return nil
}

// redact drops the URL from a transport error: it may hold a key.
func redact(err error) error {
	var transport *url.Error
	if errors.As(err, &transport) {
		return transport.Err
	}
	return err
}

// isAnswer tells an error that the chain gave from one that only says that this endpoint will not or
// cannot answer now. Codes: JSON-RPC 2.0, EIP-1474, and those that public endpoints use for limits.
func isAnswer(err error) bool {
	var answer rpc.Error
	if !errors.As(err, &answer) {
		return false
	}
	switch code := answer.ErrorCode(); code {
	case -32603, -32002, -32005, -32016, -32029, -32097, 429:
		return false
	}
	text := strings.ToLower(answer.Error())
	troubles := []string{"rate limit", "too many requests", "header not found", "missing trie node", "unauthorized",
		"block not found", "unknown block"}
	return !slices.ContainsFunc(troubles, func(trouble string) bool { return strings.Contains(text, trouble) })
}

// Delivery says whether a transaction reached the chain's nodes.
type Delivery int

const (
	// Uncertain: a node may have it; the answer was lost.
	Uncertain Delivery = iota
	// Delivered: a node has it.
	Delivered
	// Undelivered: no node was reached, or those reached would not listen.
	Undelivered
	// Rejected: a node looked at it and refused it; the error is the node's.
	Rejected
)

// knownTransaction are the texts of nodes that have a transaction already.
var knownTransaction = []string{"already known", "known transaction", "already imported", "alreadyknown", "already_exists"}

// Send hands a signed transaction to the first endpoint that takes it. The error explains anything
// but Delivered.
func (c *Client) Send(ctx context.Context, raw []byte) (Delivery, error) {
	return c.Deliver(ctx, knownTransaction, "eth_sendRawTransaction", hexutil.Bytes(raw))
}

// Deliver hands something over that the endpoints pass on, by a call of their first one that takes it. A refusal that
// holds one of the known texts, in small letters, says that the endpoint has it. The error explains anything but
// Delivered.
func (c *Client) Deliver(ctx context.Context, known []string, method string, args ...any) (Delivery, error) {
	delivery := Undelivered
	var troubles []error
	first := c.preferred.Load()
	for i := range c.endpoints {
		e := c.endpoints[(int(first)+i)%len(c.endpoints)]
		err := c.deliverTo(ctx, e, known, method, args)
		switch {
		case err == nil:
			return Delivered, nil
		case isAnswer(err) && delivery == Undelivered:
			return Rejected, fmt.Errorf("%s: %w", e.name, err)
		case isAnswer(err):
			// An earlier endpoint may have passed it on, and this refusal may be the echo of that.
			return Uncertain, fmt.Errorf("%s: %w", e.name, err)
		case !surelyUnread(err):
			delivery = Uncertain
		}
		troubles = append(troubles, fmt.Errorf("%s: %w", e.name, redact(err)))
		if ctx.Err() != nil {
			break
		}
	}

	return delivery, fmt.Errorf("%w: %w", ErrUnavailable, errors.Join(troubles...))
}

func (c *Client) deliverTo(ctx context.Context, e endpoint, known []string, method string, args []any) error {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	var name string
	err := e.client.CallContext(ctx, &name, method, args...)

	var answer rpc.Error
	if errors.As(err, &answer) {
		text := strings.ToLower(answer.Error())
		for _, part := range known {
			if strings.Contains(text, part) {
				return nil
			}
		}
	}
	return err
}

// surelyUnread says that a failed request cannot have been acted on: no connection, or turned away
// before any node saw it.
func surelyUnread(err error) bool {
	var answer rpc.Error
	var status rpc.HTTPError
	var transport *net.OpError
	var lookup *net.DNSError
	switch {
	case errors.As(err, &answer):
		// -32603, internal error, may come after the transaction was taken.
		return answer.ErrorCode() != -32603
	case errors.As(err, &status):
		return status.StatusCode < 500
	case errors.As(err, &lookup):
		return true
	case errors.As(err, &transport):
		return transport.Op == "dial"
	}
	return false
}
