package devchain

import (
	"fmt"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/common/math"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/farebox/farebox/internal/loopback"
)

// Bounds of a batch, those of go-ethereum.
const (
	batchCalls = 1000
	batchBytes = 25_000_000 // of all answers together
)

// served answers JSON-RPC, over HTTP on the loopback interface and within the process.
type served struct {
	*loopback.Server
	calls *rpc.Server
}

func serve(port int, methods *ethMethods) (*served, error) {
	calls := rpc.NewServer()
	calls.SetBatchLimits(batchCalls, batchBytes)
	for name, service := range map[string]any{
		"eth":  methods,
		"net":  netMethods{methods.machine.blocks.Config().ChainID.String()},
		"web3": web3Methods{},
	} {
		if err := calls.RegisterName(name, service); err != nil {
			return nil, fmt.Errorf("methods of %s: %w", name, err)
		}
	}

	server, err := loopback.Serve(port, calls)
	if err != nil {
		return nil, err
	}
	return &served{
		Server: server,
		calls:  calls,
	}, nil
}

func (s *served) close() error {
	err := s.Close()
	s.calls.Stop()
	return err
}

// evmMethods are those that begin with evm_, as the chains of other tools for development have them.
type evmMethods struct{ chain *Chain }

// mostSkipped is how far one call may turn the chain's clock.
const mostSkipped = 10 * 365 * 24 * time.Hour

// IncreaseTime turns the chain's clock ahead by so many seconds, for good, and makes a block of that time. It returns
// how far the clock is ahead.
func (m *evmMethods) IncreaseTime(seconds math.HexOrDecimal64) (hexutil.Uint64, error) {
	if seconds > math.HexOrDecimal64(mostSkipped/time.Second) {
		return 0, fmt.Errorf("at most %d seconds at once", int64(mostSkipped/time.Second))
	}
	skipped := m.chain.skipped.Add(int64(seconds))
	if _, err := m.chain.Commit(); err != nil {
		return 0, err
	}
	return hexutil.Uint64(skipped), nil
}

// netMethods are those that begin with net_.
type netMethods struct{ id string }

// Version is the network's id.
func (m netMethods) Version() string { return m.id }

// Listening is true with every node that answers.
func (netMethods) Listening() bool { return true }

// PeerCount is the number of peers.
func (netMethods) PeerCount() hexutil.Uint { return 0 }

// web3Methods are those that begin with web3_.
type web3Methods struct{}

// ClientVersion names this chain.
func (web3Methods) ClientVersion() string { return "farebox-dev" }

// Sha3 is the Keccak-256 hash of data.
func (web3Methods) Sha3(data hexutil.Bytes) common.Hash { return crypto.Keccak256Hash(data) }
