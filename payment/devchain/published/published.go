// Package published puts the published contracts of the scheme batch-settlement, and those of payments by Permit2, on a
// development chain, for tests. Their code is not part of this repository: who has it names the folder.
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
	"github.com/farebox/farebox/payment/permit2"
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

// Accounts are the published contracts as deployed on a chain, for the options of a development chain; none when dir is
// empty. The addresses follow from the code: code that is not what was published is an error.
func Accounts(dir string, chainID uint64) (map[common.Address]types.Account, error) {
	accounts := map[common.Address]types.Account{}
	if dir == "" {
		return accounts, nil
	}

	for _, made := range creations {
		account, err := made.account(dir, chainID)
		if err != nil {
			return nil, err
		}
		accounts[made.address] = account
	}
	return accounts, nil
}

// EnvPermit2 names the environment variable that holds the folder of the published code of payments by Permit2. It is
// made by scripts/contracts/permit2.sh.
const EnvPermit2 = "FAREBOX_PERMIT2_CONTRACTS"

// proxyCreation is that of the publisher's script, contracts/evm/script/Deploy.s.sol of github.com/coinbase/x402. The
// file holds what the constructor is given.
var proxyCreation = creation{
	file:    "x402ExactPermit2Proxy.bin",
	salt:    "0x3000000007263b0e",
	address: permit2.Proxy,
}

// permit2File is Permit2's deployed code, from test/utils/DeployPermit2.sol of github.com/Uniswap/permit2.
const permit2File = "Permit2.bin-runtime"

// PermitAccounts is Accounts for payments by Permit2.
func PermitAccounts(dir string, chainID uint64) (map[common.Address]types.Account, error) {
	if dir == "" {
		return map[common.Address]types.Account{}, nil
	}

	proxy, err := proxyCreation.account(dir, chainID)
	if err != nil {
		return nil, err
	}
	code, err := readHex(dir, permit2File)
	if err != nil {
		return nil, err
	}
	return map[common.Address]types.Account{
		permit2.Proxy: proxy,
		permit2.Address: {
			Code:    code,
			Balance: new(big.Int),
		},
	}, nil
}

func readHex(dir, file string) ([]byte, error) {
	text, err := os.ReadFile(filepath.Join(dir, file))
	if err != nil {
		return nil, err
	}
	return hex.DecodeString(strings.TrimSpace(string(text)))
}

// account is the contract as deployed at its address.
func (made creation) account(dir string, chainID uint64) (types.Account, error) {
	initial, err := readHex(dir, made.file)
	if err != nil {
		return types.Account{}, err
	}
	code, err := made.run(initial, chainID)
	if err != nil {
		return types.Account{}, fmt.Errorf("create %s: %w", made.file, err)
	}
	return types.Account{
		Code:    code,
		Balance: new(big.Int),
	}, nil
}

// run lets the deployer create the contract on a separate chain, and returns the code that is then at its address.
func (made creation) run(initial []byte, chainID uint64) ([]byte, error) {
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
		return nil, fmt.Errorf("its code is not the code at %s", made.address)
	}
	return code, nil
}
