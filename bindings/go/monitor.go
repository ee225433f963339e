package duel

// #include <duel.h>
import "C"

import (
	"context"
	"unsafe"
)

// Design says how the pairs that are compared are chosen.
type Design int32

// The designs.
const (
	// DesignFixed: without looking at answers: at random, by a schedule, by traffic.
	DesignFixed Design = C.DUEL_DESIGN_FIXED
	// DesignAdaptive: by any rule that looks at earlier answers alone. The model must be right and have a
	// likelihood.
	DesignAdaptive Design = C.DUEL_DESIGN_ADAPTIVE
	// DesignDrawn: by draws with known propensities (PolicyDraw), which may depend on earlier contexts:
	// nonparametric scores.
	DesignDrawn Design = C.DUEL_DESIGN_DRAWN
)

// MonitorOptions are what is fixed before the first look, and saved with a monitor.
type MonitorOptions struct {
	// Design: DesignFixed (default), DesignAdaptive or DesignDrawn.
	Design Design
	// Exact: true: evidence is exact, for small boards: every batch of comparisons is predicted from those
	// before, without asymptotics, under any design (Wasserman, Ramdas and Balakrishnan 2020). It costs power.
	Exact bool
	// Alpha: the probability that anything that is claimed of all pairs together is ever wrong, at most; 0:
	// 0.05.
	Alpha float64
	// Mixture: size of a difference that matters, in the unit of the scores: as in InferenceOptions; fix it
	// before there are data. 0: the default there.
	Mixture float64
	// MaxItems: the most items there will ever be, whose pairs share alpha; 0: those of the first look.
	MaxItems int
}

// Monitor keeps what has been established of all pairs of items, at all looks together at growing data: the largest
// e-value of each pair, the intersection of its intervals, and the order once it is decided. Look as often as you like, and
// stop when MonitorInfo.Open is 0, or when what you want to claim is decided. Close frees it; the garbage collector
// frees what was not closed. Several goroutines may read it, but not while it looks.
type Monitor struct{ handle handle }

func freeMonitor(pointer unsafe.Pointer) { C.duel_monitor_free((*C.duel_monitor)(pointer)) }

func takeMonitor(pointer *C.duel_monitor) *Monitor {
	m := new(Monitor)
	open(m, &m.handle, unsafe.Pointer(pointer), freeMonitor)
	return m
}

func (m *Monitor) read(function func(*C.duel_monitor) C.duel_status) error {
	if m == nil {
		return refuse(ErrNull, "monitor is nil or closed")
	}
	pointer, err := m.handle.read("monitor")
	if err != nil {
		return err
	}
	defer m.handle.done(pointer)
	return call(func() C.duel_status { return function((*C.duel_monitor)(pointer)) })
}

// NewMonitor makes a monitor before its first look.
func NewMonitor(options MonitorOptions) (*Monitor, error) {
	var a arena
	defer a.free()
	c, err := options.c(&a)
	if err != nil {
		return nil, err
	}
	var out *C.duel_monitor
	if err := call(func() C.duel_status { return C.duel_monitor_new(c, &out) }); err != nil {
		return nil, err
	}
	return takeMonitor(out), nil
}

// LoadMonitor makes a monitor from the bytes of Save. Any truncation and any flipped bit is ErrFormat.
func LoadMonitor(bytes []byte) (*Monitor, error) {
	var out *C.duel_monitor
	err := call(func() C.duel_status {
		return C.duel_monitor_load(unsafe.Pointer(unsafe.SliceData(bytes)), C.size_t(len(bytes)), &out)
	})
	if err != nil {
		return nil, err
	}
	return takeMonitor(out), nil
}

// Close frees the monitor. Close may be called more than once and always returns nil.
func (m *Monitor) Close() error {
	if m != nil {
		m.handle.close()
	}
	return nil
}

// Save gives the monitor as bytes, versioned and checksummed, to go on after the next data.
func (m *Monitor) Save() ([]byte, error) {
	var out []byte
	err := m.read(func(p *C.duel_monitor) C.duel_status {
		var status C.duel_status
		out, status = saved(func(out unsafe.Pointer, capacity C.size_t, length *C.size_t) C.duel_status {
			return C.duel_monitor_save(p, out, capacity, length)
		})
		return status
	})
	return out, err
}

// Look looks at scores of all data so far: of a model, or of one functional. Batch are the comparisons since the last
// look where evidence is exact; else nil. Items are matched by name; new ones join while there is room (ErrSize), one that is
// missing keeps what it had. Looks must not shrink (ErrArgument). A failure changes nothing. When ctx is done, it stops
// and returns context.Cause(ctx).
func (m *Monitor) Look(ctx context.Context, at *Estimates, batch *Set) error {
	if m == nil {
		return refuse(ErrNull, "monitor is nil or closed")
	}
	pointer, err := m.handle.change("monitor")
	if err != nil {
		return err
	}
	defer m.handle.done(pointer)
	return at.ask(ctx, func(_ *arena, p *C.duel_estimate) error {
		if batch == nil {
			return call(func() C.duel_status {
				return C.duel_monitor_look((*C.duel_monitor)(pointer), p, nil)
			})
		}
		return batch.readNamed("batch", func(set *C.duel_set) C.duel_status {
			return C.duel_monitor_look((*C.duel_monitor)(pointer), p, set)
		})
	})
}

// Pairs are what all looks together say of pairs of items, in the order in which the items came.
func (m *Monitor) Pairs() ([]MonitorPairsRow, error) {
	return rowsOf(readMonitorPairsRow, func(table **C.duel_table) error {
		return m.read(func(p *C.duel_monitor) C.duel_status { return C.duel_monitor_pairs(p, table) })
	})
}

// Ranks have ranges that hold for all items at all looks together.
func (m *Monitor) Ranks() ([]MonitorRanksRow, error) {
	return rowsOf(readMonitorRanksRow, func(table **C.duel_table) error {
		return m.read(func(p *C.duel_monitor) C.duel_status { return C.duel_monitor_ranks(p, table) })
	})
}

// MonitorInfo are facts about a monitor.
type MonitorInfo struct {
	// Looks so far.
	Looks int
	// Items known.
	Items int
	// MaxItems is the most items there may be; 0: not known before the first look.
	MaxItems int
	// Open are the pairs whose order is open.
	Open int
	// Decided are the pairs whose order is decided.
	Decided int
	// Contradicted are the pairs of which looks contradict each other: the comparisons or the items have changed.
	Contradicted int
	// Design is how pairs are chosen.
	Design Design
	// IsExact says whether evidence is exact.
	IsExact bool
	// Alpha is the probability that anything claimed of all pairs is ever wrong, at most.
	Alpha float64
	// Mixture is the size of a difference that matters; 0: not known before the first look.
	Mixture float64
	// Comparisons at the last look; contexts, of functionals.
	Comparisons float64
	// Units are the independent ones at the last look: contexts where they are the clusters, else comparisons.
	Units float64
}

// Info gives facts about the monitor.
func (m *Monitor) Info() (MonitorInfo, error) {
	var out C.duel_monitor_facts
	out.struct_size = C.sizeof_duel_monitor_facts
	err := m.read(func(p *C.duel_monitor) C.duel_status { return C.duel_monitor_info(p, &out) })
	if err != nil {
		return MonitorInfo{}, err
	}
	return MonitorInfo{
		Looks:        int(out.looks),
		Items:        int(out.items),
		MaxItems:     int(out.max_items),
		Open:         int(out.open),
		Decided:      int(out.decided),
		Contradicted: int(out.contradicted),
		Design:       Design(out.design),
		IsExact:      out.is_exact != 0,
		Alpha:        float64(out.alpha),
		Mixture:      float64(out.mixture),
		Comparisons:  float64(out.comparisons),
		Units:        float64(out.units),
	}, nil
}
