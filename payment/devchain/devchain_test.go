package devchain_test

import (
	"math/big"
	"sync/atomic"
	"testing"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/common/hexutil"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"
	"github.com/ethereum/go-ethereum/rpc"

	"github.com/farebox/farebox/internal/await"
	"github.com/farebox/farebox/payment/devchain"
	"github.com/farebox/farebox/payment/devchain/contracts"
)

func start(t *testing.T, options devchain.Options) *devchain.Chain {
	t.Helper()
	chain, err := devchain.New(options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := chain.Close(); err != nil {
			t.Error(err)
		}
	})
	return chain
}

// clock is one that tests move.
type clock struct{ seconds atomic.Int64 }

func (c *clock) now() time.Time { return time.Unix(c.seconds.Load(), 0) }

func pay(t *testing.T, chain *devchain.Chain, to common.Address, units int64) common.Hash {
	t.Helper()
	dollar := contracts.NewTestDollar()
	tx, err := chain.Transact(t.Context(), chain.SettlementKey(), chain.Token(), dollar.PackTransfer(to, big.NewInt(units)))
	if err != nil {
		t.Fatal(err)
	}
	return tx.Hash()
}

func TestOutsideClientSeesBaseWithItsDollar(t *testing.T) {
	settler, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	holder := common.HexToAddress("0x1111111111111111111111111111111111111111")
	chain := start(t, devchain.Options{
		Mode: devchain.Manual, SettlementKey: settler,
		Balances: map[common.Address]*big.Int{
			holder: big.NewInt(7),
			crypto.PubkeyToAddress(settler.PublicKey): big.NewInt(100),
		},
	})
	client, err := ethclient.DialContext(t.Context(), chain.RPCURL())
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	id, err := client.ChainID(t.Context())
	if err != nil || id.Uint64() != 8453 || chain.ChainID() != 8453 {
		t.Errorf("chain id %v, %v", id, err)
	}
	if chain.Token() != common.HexToAddress("0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913") {
		t.Errorf("token at %s", chain.Token())
	}
	for owner, want := range map[common.Address]int64{
		holder: 7,
		crypto.PubkeyToAddress(chain.BuyerKey().PublicKey): 1_000_000_000,
		{0xff}: 0,
	} {
		if got, err := chain.BalanceOf(t.Context(), owner); err != nil || got.Int64() != want {
			t.Errorf("%s holds %v, %v; want %d", owner, got, err, want)
		}
	}
	hash := pay(t, chain, holder, 30)
	if _, err := chain.Commit(); err != nil {
		t.Fatal(err)
	}
	receipt, err := client.TransactionReceipt(t.Context(), hash)
	if err != nil || receipt.Status != types.ReceiptStatusSuccessful || len(receipt.Logs) != 1 {
		t.Fatalf("receipt %+v, %v", receipt, err)
	}
	if got, err := chain.BalanceOf(t.Context(), holder); err != nil || got.Int64() != 37 {
		t.Errorf("holder has %v, %v after the transfer", got, err)
	}
	gas, err := client.BalanceAt(t.Context(), crypto.PubkeyToAddress(settler.PublicKey), nil)
	if err != nil || gas.Sign() <= 0 {
		t.Errorf("settlement key holds %v wei, %v", gas, err)
	}
}

func TestBlockTimesFollowTheClock(t *testing.T) {
	var c clock
	c.seconds.Store(1_800_000_000)
	chain := start(t, devchain.Options{Mode: devchain.Manual, Now: c.now})
	for _, row := range []struct {
		why  string
		now  int64
		want uint64
	}{
		{"the clock stands: one second on, as consensus wants", 1_800_000_000, 1_800_000_001},
		{"the clock jumps ahead", 1_800_000_500, 1_800_000_500},
		{"the clock goes back: time never does", 1_800_000_100, 1_800_000_501},
	} {
		c.seconds.Store(row.now)
		block, err := chain.Commit()
		if err != nil {
			t.Fatal(err)
		}
		if block.Time != row.want {
			t.Errorf("%s: block time %d, want %d", row.why, block.Time, row.want)
		}
	}
}

func TestAtOnceIncludesEachTransactionWithoutBeingAsked(t *testing.T) {
	settler, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	chain := start(t, devchain.Options{
		Mode: devchain.AtOnce, SettlementKey: settler,
		Balances: map[common.Address]*big.Int{crypto.PubkeyToAddress(settler.PublicKey): big.NewInt(1000)},
	})
	for range 5 {
		waitFor(t, chain, pay(t, chain, common.Address{0xaa}, 1))
	}
	if got, err := chain.BalanceOf(t.Context(), common.Address{0xaa}); err != nil || got.Int64() != 5 {
		t.Errorf("receiver holds %v, %v", got, err)
	}
}

func TestAtOnceKeepsBlockTimeWithinItsBound(t *testing.T) {
	settler, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	var c clock // stands still, so every block moves the chain ahead of it
	c.seconds.Store(1_800_000_000)
	chain := start(t, devchain.Options{
		Mode: devchain.AtOnce, SettlementKey: settler, Now: c.now, Ahead: 3 * time.Second,
		Balances: map[common.Address]*big.Int{crypto.PubkeyToAddress(settler.PublicKey): big.NewInt(1000)},
	})
	for range 3 {
		waitFor(t, chain, pay(t, chain, common.Address{0xaa}, 1))
	}
	held := pay(t, chain, common.Address{0xaa}, 1)
	time.Sleep(300 * time.Millisecond) // time enough for a block that must not come
	if _, err := chain.Client().TransactionReceipt(t.Context(), held); err == nil {
		t.Error("a block was made beyond the bound")
	}
	c.seconds.Add(1)
	waitFor(t, chain, held)
	head, err := chain.Client().HeaderByNumber(t.Context(), nil)
	if err != nil || head.Time > uint64(c.now().Add(3*time.Second).Unix()) {
		t.Errorf("head %+v, %v", head, err)
	}
}

func TestPeriodicChainMakesBlocksByItself(t *testing.T) {
	chain := start(t, devchain.Options{Interval: 20 * time.Millisecond})
	await.Until(t, "three blocks", func() bool {
		number, err := chain.Client().BlockNumber(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return number >= 3
	})
}

func TestKeysAreMadeAfreshForEachChain(t *testing.T) {
	a, b := start(t, devchain.Options{Mode: devchain.Manual}), start(t, devchain.Options{Mode: devchain.Manual})
	if a.BuyerKey().Equal(b.BuyerKey()) || a.SettlementKey().Equal(b.SettlementKey()) || a.BuyerKey().Equal(a.SettlementKey()) {
		t.Error("a key is used twice")
	}
	if a.RPCURL() == b.RPCURL() {
		t.Error("two chains share a port")
	}
}

func waitFor(t *testing.T, chain *devchain.Chain, hash common.Hash) *types.Receipt {
	t.Helper()
	var receipt *types.Receipt
	await.Until(t, "transaction "+hash.Hex(), func() bool {
		var err error
		receipt, err = chain.Client().TransactionReceipt(t.Context(), hash)
		return err == nil
	})
	if receipt.Status != types.ReceiptStatusSuccessful {
		t.Fatalf("transaction %s failed", hash)
	}
	return receipt
}

func TestRollbackTakesBlocksAndTheirTransfersBack(t *testing.T) {
	key, err := crypto.GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	settler := crypto.PubkeyToAddress(key.PublicKey)
	chain := start(t, devchain.Options{
		Mode:          devchain.Manual,
		SettlementKey: key,
		Balances:      map[common.Address]*big.Int{settler: big.NewInt(100)},
	})
	holder := common.HexToAddress("0x1111111111111111111111111111111111111111")
	var hashes []common.Hash
	for range 4 {
		hashes = append(hashes, pay(t, chain, holder, 1))
		if _, err := chain.Commit(); err != nil {
			t.Fatal(err)
		}
	}
	if err := chain.Rollback(5); err == nil {
		t.Error("the first block of all was taken back")
	}
	if err := chain.Rollback(3); err != nil {
		t.Fatal(err)
	}

	number, err := chain.Client().BlockNumber(t.Context())
	if err != nil || number != 5 {
		t.Errorf("head %d, %v; want 5", number, err)
	}
	if got, err := chain.BalanceOf(t.Context(), holder); err != nil || got.Int64() != 1 {
		t.Errorf("the holder has %v, %v; want what the first block gave", got, err)
	}
	for i, hash := range hashes {
		receipt, err := chain.Client().TransactionReceipt(t.Context(), hash)
		if there := err == nil && receipt != nil; there != (i == 0) {
			t.Errorf("transaction %d has a receipt: %v (%v)", i, there, err)
		}
	}
	// It goes on from there.
	pay(t, chain, holder, 10)
	if _, err := chain.Commit(); err != nil {
		t.Fatal(err)
	}
	if got, err := chain.BalanceOf(t.Context(), holder); err != nil || got.Int64() != 11 {
		t.Errorf("the holder has %v, %v", got, err)
	}
}

// TestTimeIsTurnedAheadForGood by the method that other chains for development have, in both forms that their clients
// write a number in.
func TestTimeIsTurnedAheadForGood(t *testing.T) {
	var c clock
	c.seconds.Store(1_800_000_000)
	chain := start(t, devchain.Options{Mode: devchain.Manual, Now: c.now})
	client, err := rpc.Dial(chain.RPCURL())
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()

	want := uint64(1_800_000_000)
	for _, seconds := range []any{900, "0x384"} {
		want += 900
		var ahead hexutil.Uint64
		if err := client.CallContext(t.Context(), &ahead, "evm_increaseTime", seconds); err != nil {
			t.Fatal(err)
		}
		latest, err := chain.Client().HeaderByNumber(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if latest.Time != want || uint64(ahead) != want-1_800_000_000 {
			t.Errorf("the latest block is of %d, %d ahead; want %d", latest.Time, ahead, want)
		}
	}
	c.seconds.Add(60)
	block, err := chain.Commit()
	if err != nil {
		t.Fatal(err)
	}
	if block.Time != want+60 {
		t.Errorf("the block of a minute later is of %d, want %d", block.Time, want+60)
	}
	if err := client.CallContext(t.Context(), nil, "evm_increaseTime", uint64(1)<<62); err == nil {
		t.Error("the clock is turned beyond its bound")
	}
}
