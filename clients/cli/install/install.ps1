# Installs the program `botwerk` for the user who runs this:
#
#     powershell -ExecutionPolicy Bypass -File install.ps1 [VERSION]
#
# BOTWERK_BIN is the folder of the program, by default %LOCALAPPDATA%\botwerk. BOTWERK_DOWNLOADS is the address of a folder
# with archives and checksums, by default that of the release; it may also be a folder of this machine.
param([string]$Version = "0.1.0")
$ErrorActionPreference = "Stop"
$ProgressPreference = "SilentlyContinue"

$downloads = $env:BOTWERK_DOWNLOADS
if (-not $downloads) { $downloads = "https://botwerk.dev/botwerk/releases/download/v$Version" }
$bin = $env:BOTWERK_BIN
if (-not $bin) { $bin = Join-Path $env:LOCALAPPDATA "botwerk" }

if (-not [Environment]::Is64BitOperatingSystem) {
    throw "no archive for 32-bit systems; build from source: cargo install botwerk"
}
$name = "botwerk-$Version-x86_64-pc-windows-gnu"
$folder = Join-Path ([IO.Path]::GetTempPath()) ([IO.Path]::GetRandomFileName())
New-Item -ItemType Directory -Path $folder | Out-Null
try {
    foreach ($file in "$name.zip", "$name.zip.sha256") {
        $target = Join-Path $folder $file
        if ($downloads -match "^https?://") {
            Invoke-WebRequest -UseBasicParsing -Uri "$downloads/$file" -OutFile $target
        } else {
            Copy-Item (Join-Path $downloads $file) $target
        }
    }
    $expected = ((Get-Content (Join-Path $folder "$name.zip.sha256")) -split "\s+")[0]
    $found = (Get-FileHash -Algorithm SHA256 (Join-Path $folder "$name.zip")).Hash
    if ($found -ne $expected) { throw "$name.zip has another checksum" }
    Expand-Archive -Path (Join-Path $folder "$name.zip") -DestinationPath $folder
    New-Item -ItemType Directory -Force -Path $bin | Out-Null
    Move-Item -Force (Join-Path $folder "$name\botwerk.exe") (Join-Path $bin "botwerk.exe")
} finally {
    Remove-Item -Recurse -Force $folder
}
& (Join-Path $bin "botwerk.exe") --version

# The path of new consoles of this user, and that of this one.
$path = [Environment]::GetEnvironmentVariable("Path", "User")
if (";$path;" -notlike "*;$bin;*") {
    [Environment]::SetEnvironmentVariable("Path", "$path;$bin", "User")
    $env:Path = "$env:Path;$bin"
}
Write-Output "play a small tournament of every game:`n  botwerk demo"
