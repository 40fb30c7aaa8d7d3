// Package published puts the published contracts of the scheme batch-settlement on a development chain, for tests.
// Their code is not part of this repository: who has compiled it names the folder.
package published

import (
	"encoding/hex"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/state"
	"github.com/ethereum/go-ethereum/core/types"
	"github.com/ethereum/go-ethereum/core/vm/runtime"
	"github.com/ethereum/go-ethereum/params"

	"github.com/farebox/farebox/payment/channel"
)

// EnvDir names the environment variable that holds the folder of the published code. It is made by
// scripts/contracts/published.sh.
const EnvDir = "FAREBOX_CHANNEL_CONTRACTS"

// deployer makes contracts at addresses that follow from their code and a salt (EIP-1014). It has the same address on
// every chain, see github.com/Arachnid/deterministic-deployment-proxy.
var deployer = common.HexToAddress("0x4e59b44847b379578588920cA78FbF26c0B4956C")

const deployerCode = "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe0" +
	"3601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3"

// creation is how a published contract came to its address.
type creation struct {
	file    string // of the compiler's code for its creation, in hexadecimals
	salt    string
	wants   []byte // what its constructor is given
	address common.Address
}

// creations are those of the publisher's script, contracts/evm/script/DeployBatchSettlement.s.sol of
// github.com/x402-foundation/x402.
var creations = []creation{
	{
		file:    "x402BatchSettlement.bin",
		salt:    "0xe000000005be885c",
		address: channel.Settlement,
	},
	{
		file:    "ERC3009DepositCollector.bin",
		salt:    "0x1800000007a95284",
		wants:   common.LeftPadBytes(channel.Settlement[:], 32),
		address: channel.Collector,
	},
}

// Accounts are the published contracts as they stand on a chain, for the options of a development chain; none when dir
// is empty. The addresses follow from the code: code that is not what was published is an error.
func Accounts(dir string, chainID uint64) (map[common.Address]types.Account, error) {
	accounts := map[common.Address]types.Account{}
	if dir == "" {
		return accounts, nil
	}

	for _, made := range creations {
		text, err := os.ReadFile(filepath.Join(dir, made.file))
		if err != nil {
			return nil, err
		}
		code, err := made.run(strings.TrimSpace(string(text)), chainID)
		if err != nil {
			return nil, fmt.Errorf("create %s: %w", made.file, err)
		}
		accounts[made.address] = types.Account{
			Code:    code,
			Balance: new(big.Int),
		}
	}
	return accounts, nil
}

// run has the deployer create the contract on a chain of its own, and gives the code that then stands at its address.
func (made creation) run(text string, chainID uint64) ([]byte, error) {
	initial, err := hex.DecodeString(text)
	if err != nil {
		return nil, err
	}
	accounts, err := state.New(types.EmptyRootHash, state.NewDatabaseForTesting())
	if err != nil {
		return nil, err
	}
	accounts.SetCode(deployer, common.FromHex(deployerCode), 0)

	chain := *params.AllDevChainProtocolChanges
	chain.ChainID = new(big.Int).SetUint64(chainID)
	salt := common.HexToHash(made.salt)
	order := slices.Concat(salt[:], initial, made.wants)
	_, _, err = runtime.Call(deployer, order, &runtime.Config{
		ChainConfig: &chain,
		Random:      new(common.Hash),
		State:       accounts,
	})
	if err != nil {
		return nil, err
	}

	code := accounts.GetCode(made.address)
	if len(code) == 0 {
		return nil, fmt.Errorf("its code is not what stands at %s", made.address)
	}
	return code, nil
}
