package cleanuplists

// The deferred loop releases it again.
func apply(name string) error {
	var undo []func()
	defer func() {
		for _, f := range undo {
			f()
		}
	}()
	tx := txs.Get()
	undo = append(undo, tx.Release)
	tx.Value().Writes = append(tx.Value().Writes, name)
	if name == "" {
		tx.Release() // want "double-release: "
		return nil
	}
	return check(name)
}

// So do the functions of a list with methods.
func applyAll(names ...string) error {
	var undo cleanup
	defer func() { undo.run() }()
	tx := txs.Get()
	undo.add(tx.Release)
	for _, name := range names {
		if err := check(name); err != nil {
			tx.Release() // want "double-release: "
			return err
		}
	}
	return nil
}

// So does the session.
func open(name string) error {
	s := newSession(name)
	defer s.Close()
	tx := txs.Get()
	s.onClose(tx.Release)
	if err := check(name); err != nil {
		tx.Release() // want "double-release: "
		return err
	}
	return nil
}

// The session releases what is returned.
func first(name string) *Tx {
	s := &session{name: name}
	defer s.Close()
	tx := txs.Get()
	s.onClose(func() { tx.Release() })
	return tx.Value() // want "escape: "
}

// The session is not closed on one path.
func forgotten(name string) error {
	s := &session{name: name}
	tx := txs.Get() // want "leak: "
	s.onClose(tx.Release)
	if err := check(name); err != nil {
		return err
	}
	s.Close()
	return nil
}

// The session has put it back already.
func late(name string) int {
	s := &session{name: name}
	tx := scratch.Get().(*Tx)
	tx.ID = len(name)
	s.onClose(func() { scratch.Put(tx) })
	s.Close()
	return tx.ID // want "use-after-release: "
}

// The list is run where the function fails, and dropped where it does not.
func commit(name string) error {
	var undo []func()
	tx := txs.Get() // want "leak: "
	undo = append(undo, func() { tx.Release() })
	if err := check(name); err != nil {
		for _, f := range undo {
			f()
		}
		return err
	}
	return nil
}

// The lock changes nothing.
func guardedTwice(name string) error {
	g := new(guarded)
	tx := scratch.Get().(*Tx)
	tx.ID = len(name)
	g.onClose(func() error {
		scratch.Put(tx)
		return nil
	})
	if err := check(name); err != nil {
		scratch.Put(tx)
		g.close() // want "double-release: "
		return err
	}
	return g.close()
}

// The deferred function of the list has nothing to do with the transaction.
func applyNestedLost(name string) (_ int, err error) {
	var deferred []func()
	defer func() {
		for i := len(deferred) - 1; i >= 0; i-- {
			deferred[i]()
		}
	}()
	tries := 0
	deferred = append(deferred, func() { tries++ })
	tx := txs.Get() // want "leak: "
	if err := check(name); err != nil {
		return tries, err
	}
	id := tx.Value().ID
	tx.Release()
	return id, nil
}
