package botwerk_test

import (
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// startPostgres starts a PostgreSQL server in a folder of its own, where it listens on a Unix socket, and returns the
// URL of a database. It ends with the test, which is skipped if PostgreSQL is not installed.
func startPostgres(t *testing.T) string {
	t.Helper()
	programs := postgresPrograms()
	if programs == "" {
		message := "PostgreSQL is not installed; install the package postgresql"
		if os.Getenv("BOTWERK_REQUIRE_POSTGRES") != "" {
			t.Fatal(message)
		}
		t.Skip(message)
	}
	// The path of a Unix socket is short, so the folder is not that of the test.
	folder, err := os.MkdirTemp("", "botwerk-postgres-")
	check(t, err)
	t.Cleanup(func() { os.RemoveAll(folder) })
	account := postgresAccount(t)
	if account != nil {
		check(t, os.Chown(folder, int(account.Uid), int(account.Gid)))
	}
	command := func(program string, arguments ...string) *exec.Cmd {
		command := exec.Command(filepath.Join(programs, program), arguments...)
		command.Dir = "/"
		command.SysProcAttr = &syscall.SysProcAttr{Credential: account}
		return command
	}
	data := filepath.Join(folder, "data")
	initdb := command("initdb", "--pgdata", data, "--username", "botwerk", "--auth", "trust", "--encoding", "UTF8",
		"--locale", "C.UTF-8", "--no-sync")
	if output, err := initdb.CombinedOutput(); err != nil {
		t.Fatal(err, string(output))
	}
	server := command("postgres", "-D", data, "-k", folder, "-c", "listen_addresses=", "-c", "fsync=off")
	check(t, server.Start())
	t.Cleanup(func() {
		_ = server.Process.Signal(syscall.SIGQUIT)
		_ = server.Wait()
	})
	for start := time.Now(); command("pg_isready", "--quiet", "--host", folder).Run() != nil; {
		if time.Since(start) > 30*time.Second {
			t.Fatal("PostgreSQL did not start")
		}
		time.Sleep(20 * time.Millisecond)
	}
	return fmt.Sprintf("postgres:///postgres?user=botwerk&host=%s", folder)
}

// postgresPrograms returns the folder with the programs of PostgreSQL: the newest that Debian has installed.
func postgresPrograms() string {
	pattern := filepath.Join(cmp.Or(os.Getenv("BOTWERK_POSTGRES_BIN"), "/usr/lib/postgresql/*/bin"), "initdb")
	found, _ := filepath.Glob(pattern)
	if len(found) == 0 {
		return ""
	}
	return filepath.Dir(slices.MaxFunc(found, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
	}))
}

// postgresAccount returns the account that runs PostgreSQL if this process is root, which PostgreSQL refuses to run as.
func postgresAccount(t *testing.T) *syscall.Credential {
	if os.Geteuid() != 0 {
		return nil
	}
	account, err := user.Lookup("postgres")
	if err != nil {
		account, err = user.Lookup("nobody")
		check(t, err)
	}
	uid, err := strconv.ParseUint(account.Uid, 10, 32)
	check(t, err)
	gid, err := strconv.ParseUint(account.Gid, 10, 32)
	check(t, err)
	return &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
}
