package duel

// #include <duel.h>
import "C"

import (
	"context"
	"unsafe"
)

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
