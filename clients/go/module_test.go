package botwerk_test

import (
	"archive/zip"
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const modulePath, moduleVersion = "botwerk.dev/botwerk", "v0.1.0"

// TestFirstBotOfTheReadmePassesBotCheck builds it in a module of its own, which gets this one from a proxy as
// published.
func TestFirstBotOfTheReadmePassesBotCheck(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("README.md")
	check(t, err)
	_, code, _ := strings.Cut(string(readme), "```go\n")
	code, _, _ = strings.Cut(code, "```")
	lines := 0
	for line := range strings.Lines(code) {
		if strings.TrimSpace(line) != "" {
			lines++
		}
	}
	if lines < 3 || lines > 25 {
		t.Fatalf("%d lines", lines)
	}
	folder, modules := t.TempDir(), t.TempDir()
	check(t, os.WriteFile(filepath.Join(folder, "main.go"), []byte(code), 0o600))
	downloads := strings.TrimSpace(goCommand(t, ".", nil, "env", "GOMODCACHE")) + "/cache/download"
	// The libraries are those that go.sum of this module has verified. Without paths they are compiled once.
	environment := []string{
		"GOFLAGS=-modcacherw -trimpath", "GOMODCACHE=" + modules, "GOSUMDB=off", "GOWORK=off",
		"GOPROXY=file://" + publish(t) + ",file://" + downloads,
	}
	goCommand(t, folder, environment, "mod", "init", "my_bot")
	goCommand(t, folder, environment, "get", modulePath+"@"+moduleVersion)
	goCommand(t, folder, environment, "vet", "./...")
	goCommand(t, folder, environment, "build")
	for _, licence := range []string{"LICENSE-APACHE", "LICENSE-MIT"} {
		found, err := os.ReadFile(filepath.Join(modules, modulePath+"@"+moduleVersion, licence))
		check(t, err)
		expected, err := os.ReadFile(filepath.Join("../..", licence))
		check(t, err)
		if !bytes.Equal(found, expected) {
			t.Errorf("%s: differs from the file of the repository", licence)
		}
	}
	for _, game := range games(t) {
		t.Run(game, func(t *testing.T) {
			t.Parallel()
			bot := "grpc:" + filepath.Join(folder, "my_bot")
			command := exec.Command(program, "bot", "check", "--client", "--game", game, bot)
			if output, err := command.CombinedOutput(); err != nil {
				t.Error(err, string(output))
			}
		})
	}
}

// goCommand runs the go command in a folder and returns its output.
func goCommand(t *testing.T, folder string, environment []string, arguments ...string) string {
	t.Helper()
	command := exec.Command("go", arguments...)
	command.Dir, command.Env = folder, append(os.Environ(), environment...)
	var errors strings.Builder
	command.Stderr = &errors
	output, err := command.Output()
	if err != nil {
		t.Fatalf("go %s: %v\n%s%s", strings.Join(arguments, " "), err, output, errors.String())
	}
	return string(output)
}

// publish returns the folder of a proxy that has this module as its version.
func publish(t *testing.T) string {
	t.Helper()
	proxy := t.TempDir()
	folder := filepath.Join(proxy, modulePath, "@v")
	check(t, os.MkdirAll(folder, 0o755))
	manifest, err := os.ReadFile("go.mod")
	check(t, err)
	info := []byte(`{"Version":"` + moduleVersion + `"}`)
	check(t, os.WriteFile(filepath.Join(folder, moduleVersion+".info"), info, 0o600))
	check(t, os.WriteFile(filepath.Join(folder, moduleVersion+".mod"), manifest, 0o600))
	var archive bytes.Buffer
	writer := zip.NewWriter(&archive)
	check(t, fs.WalkDir(os.DirFS("."), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		file, err := writer.Create(modulePath + "@" + moduleVersion + "/" + name)
		if err != nil {
			return err
		}
		_, err = file.Write(content)
		return err
	}))
	check(t, writer.Close())
	check(t, os.WriteFile(filepath.Join(folder, moduleVersion+".zip"), archive.Bytes(), 0o600))
	return proxy
}
