package wallet

import (
	"context"
	"errors"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// remote is a server that is connected to again after its connection broke: a session of the SDK does not survive
// that, and the wallet is to outlive a restart of the service.
type remote struct {
	endpoint string

	mu   sync.Mutex
	open *mcp.ClientSession
}

// session is the open session, or a new one.
func (r *remote) session(ctx context.Context) (*mcp.ClientSession, error) {
	r.mu.Lock()
	defer r.mu.Unlock()

	if r.open != nil {
		return r.open, nil
	}
	session, err := connect(context.WithoutCancel(ctx), r.endpoint)
	if err != nil {
		return nil, err
	}
	r.open = session
	return session, nil
}

// CallTool calls a tool once. An error that is not the server's own word ends the session.
func (r *remote) CallTool(ctx context.Context, params *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	session, err := r.session(ctx)
	if err != nil {
		return nil, err
	}
	result, err := session.CallTool(ctx, params)
	var told *jsonrpc.Error
	if err != nil && !errors.As(err, &told) {
		r.drop(session)
	}
	return result, err
}

func (r *remote) drop(session *mcp.ClientSession) {
	r.mu.Lock()
	if r.open == session {
		r.open = nil
	}
	r.mu.Unlock()
	_ = session.Close() // it is of no more use, however it ends
}

func (r *remote) close() {
	r.mu.Lock()
	session := r.open
	r.mu.Unlock()
	if session != nil {
		r.drop(session)
	}
}
