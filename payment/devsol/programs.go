package devsol

import (
	"encoding/binary"
	"math/big"
	"unicode/utf8"

	"github.com/farebox/farebox/payment/svm"
)

// systemProgram owns the accounts that hold SOL.
var systemProgram = svm.Address{}

// fault is why a transaction fails, as the JSON-RPC writes it: one value, in a list so that none is nil.
type fault []any

// json is the value, or nil.
func (f fault) json() any {
	if len(f) == 0 {
		return nil
	}
	return f[0]
}

// failed is the fault of an instruction.
func failed(place int, why any) fault {
	return fault{map[string]any{"InstructionError": []any{place, why}}}
}

// custom is a fault by a program's own number. The token program's: 1 too little, 3 another mint, 4 another owner, 17
// frozen, 18 other decimals.
func custom(number int) any { return map[string]int{"Custom": number} }

// Units of computation, about what the programs take.
const (
	budgetUnits   = 150
	transferUnits = 6_200
	memoUnits     = 10_000
	otherUnits    = 5_000
	defaultUnits  = 200_000 // of each instruction, where no limit is set
)

// budget is what a message asks of the compute budget program.
func budget(m *svm.Message) (limit, price uint64, why fault) {
	limit = defaultUnits * uint64(len(m.Instructions))
	for i, call := range m.Instructions {
		if m.Accounts[call.Program] != svm.ComputeBudgetProgram {
			continue
		}
		switch d := call.Data; {
		case len(d) == 5 && d[0] == 2:
			limit = uint64(binary.LittleEndian.Uint32(d[1:]))
		case len(d) == 9 && d[0] == 3:
			price = binary.LittleEndian.Uint64(d[1:])
		case len(d) == 5 && (d[0] == 1 || d[0] == 4): // of memory, which costs nothing here
		default:
			return 0, 0, failed(i, "InvalidInstructionData")
		}
	}
	return limit, price, nil
}

// feeOf is what the fee payer pays, in lamports.
func feeOf(m *svm.Message) (uint64, fault) {
	limit, price, why := budget(m)
	if why != nil {
		return 0, why
	}
	micro := new(big.Int).Mul(new(big.Int).SetUint64(limit), new(big.Int).SetUint64(price))
	micro.Add(micro, big.NewInt(999_999))
	lamports := micro.Div(micro, big.NewInt(1_000_000))
	lamports.Add(lamports, big.NewInt(int64(m.Signers)*signatureFee))
	if !lamports.IsUint64() {
		return 0, fault{"InsufficientFundsForFee"}
	}
	return lamports.Uint64(), nil
}

// call is an instruction with its accounts.
type call struct {
	message  *svm.Message
	accounts []svm.Address
	data     []byte
	indices  []uint8
}

// signs and writes say what the message lets an instruction do with an account of its.
func (c call) signs(at int) bool { return int(c.indices[at]) < c.message.Signers }

func (c call) writes(at int) bool {
	i := int(c.indices[at])
	m := c.message
	if i < m.Signers {
		return i < m.Signers-m.ReadSigners
	}
	return i < len(m.Accounts)-m.ReadOthers
}

// run carries the instructions out until one fails.
func (l *ledger) run(m *svm.Message) (units uint64, why fault) {
	limit, _, why := budget(m)
	if why != nil {
		return 0, why
	}
	for i, instruction := range m.Instructions {
		c := call{
			message: m,
			data:    instruction.Data,
			indices: instruction.Accounts,
		}
		for _, at := range instruction.Accounts {
			c.accounts = append(c.accounts, m.Accounts[at])
		}

		used, why := l.invoke(m.Accounts[instruction.Program], c)
		units += used
		if why != nil {
			return units, failed(i, why)
		}
		if units > limit {
			return limit, failed(i, "ComputationalBudgetExceeded")
		}
	}
	return units, nil
}

// invoke runs one instruction. why is nil, a word, or a program's own number.
func (l *ledger) invoke(program svm.Address, c call) (units uint64, why any) {
	switch program {
	case svm.ComputeBudgetProgram:
		return budgetUnits, nil // read by budget
	case svm.TokenProgram:
		return transferUnits, l.token(c)
	case svm.MemoProgram:
		return memoUnits, memo(c)
	case svm.LighthouseProgram:
		return otherUnits, nil
	case systemProgram:
		return budgetUnits, l.system(c)
	}
	return 0, "UnsupportedProgramId"
}

// token is TransferChecked of the token program.
func (l *ledger) token(c call) any {
	if len(c.data) != 10 || c.data[0] != 12 {
		return "InvalidInstructionData"
	}
	if len(c.accounts) < 4 {
		return "NotEnoughAccountKeys"
	}
	amount := binary.LittleEndian.Uint64(c.data[1:9])

	from := l.tokens[c.accounts[0]]
	to := l.tokens[c.accounts[2]]
	switch {
	case from == nil || to == nil:
		return "InvalidAccountData"
	case from.frozen || to.frozen:
		return custom(17)
	case from.units < amount:
		return custom(1)
	case from.mint != to.mint || from.mint != c.accounts[1]:
		return custom(3)
	case c.data[9] != l.decimals:
		return custom(18)
	case from.owner != c.accounts[3]:
		return custom(4)
	case !c.signs(3):
		return "MissingRequiredSignature"
	case !c.writes(0) || !c.writes(2):
		return "ReadonlyDataModified"
	}

	from.units -= amount
	to.units += amount
	return nil
}

// memo is a note in UTF-8. Accounts that it names must have signed.
func memo(c call) any {
	if !utf8.Valid(c.data) {
		return "InvalidInstructionData"
	}
	for at := range c.accounts {
		if !c.signs(at) {
			return "MissingRequiredSignature"
		}
	}
	return nil
}

// system is a transfer of SOL.
func (l *ledger) system(c call) any {
	if len(c.data) != 12 || binary.LittleEndian.Uint32(c.data) != 2 || len(c.accounts) != 2 {
		return "InvalidInstructionData"
	}
	lamports := binary.LittleEndian.Uint64(c.data[4:])
	switch {
	case !c.signs(0):
		return "MissingRequiredSignature"
	case !c.writes(0) || !c.writes(1):
		return "ReadonlyLamportChange"
	case l.lamports[c.accounts[0]] < lamports:
		return custom(1)
	}
	l.lamports[c.accounts[0]] -= lamports
	l.lamports[c.accounts[1]] += lamports
	return nil
}
